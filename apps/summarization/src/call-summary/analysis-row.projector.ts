import { isErased } from '@ci/domain';
import type { NewEvent, Projector } from '@ci/event-store';
import type { AnalysisStatus, Prospect } from '@ci/contracts';
import type { AnalysisEvent } from '../analysis/analysis.events.ts';
import { coachingOf, summaryOf } from '../analysis/analysis.state.ts';
import { mergeAnalyses } from './analysis-rows.sql.ts';

/** Keeps `analyses`; one statement, for one event as for thousands. */
export const projectAnalysisRow: Projector<AnalysisEvent> = (events) => {
  const rows = new Map<string, ChangedAnalysis>();
  for (const stored of events) apply(rows, stored);
  return rows.size > 0 ? [{ text: mergeAnalyses(rows.size), values: [JSON.stringify([...rows.values()])] }] : [];
};

/** What some events amount to in one row. */
interface ChangedAnalysis {
  readonly call_id: string;
  readonly workspace_id: string;
  version: number;
  forgotten: boolean;
  /** The newest revision that was asked for; null: none of these events asked. */
  requested: number | null;
  /** Known when one of these events asked; else it depends on what the row says was asked for. */
  status: AnalysisStatus | null;
  ended: number | null;
  ended_status: AnalysisStatus | null;
  /** The newest one; null: no new one. */
  summary: string | null;
  /** Goes with the summary. */
  coaching: string | null;
  /** Of the call; null: none of these events says. */
  rep_id: string | null;
  /** Of the call, JSON as text; null: none of these events says. */
  prospect: string | null;
}

function apply(rows: Map<string, ChangedAnalysis>, { event, stream, version }: NewEvent<AnalysisEvent>): void {
  // Action items are no part of this row, and no client changes the rep or the prospect of a call.
  if (event.type === 'CallUpdated' || event.type === 'ActionItemChanged') return;
  const { callId } = event.data;
  const row = rows.get(callId) ?? unchanged(callId, stream.workspaceId);
  rows.set(callId, row);
  row.version = version;
  switch (event.type) {
    case 'AnalysisRequested':
      Object.assign(row, { requested: event.data.revision, status: 'pending', ended: null });
      if (!isErased(event.personal)) {
        row.rep_id = event.personal.call.rep_id;
        row.prospect = prospectText(event.personal.prospect);
      }
      return;
    case 'AnalysisCompleted':
      if (!isErased(event.personal)) {
        const coaching = coachingOf(event.data, event.personal);
        row.summary = JSON.stringify(summaryOf(event.data, event.personal));
        row.coaching = coaching === null ? null : JSON.stringify(coaching);
      }
      end(row, event.data.revision, 'ready');
      return;
    case 'AnalysisFailed':
      // A failure takes no earlier summary away.
      end(row, event.data.revision, 'failed');
      return;
    case 'AnalysisForgotten':
      row.forgotten = true;
  }
}

/** The end of an older revision leaves the call pending. */
function end(row: ChangedAnalysis, revision: number, status: AnalysisStatus): void {
  if (row.requested === null) Object.assign(row, { ended: revision, ended_status: status });
  else if (row.requested === revision) row.status = status;
}

function unchanged(callId: string, workspaceId: string): ChangedAnalysis {
  return {
    call_id: callId,
    workspace_id: workspaceId,
    version: 0,
    forgotten: false,
    requested: null,
    status: null,
    ended: null,
    ended_status: null,
    summary: null,
    coaching: null,
    rep_id: null,
    prospect: null,
  };
}

/** Field by field: the same text whatever order the stored event has them in. */
function prospectText({ email, name, company }: Prospect): string {
  return JSON.stringify({ email, name, company });
}
