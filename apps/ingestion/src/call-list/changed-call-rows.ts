import type { AnalysisStatus, Outcome } from '@ci/contracts';
import { isErased } from '@ci/domain';
import type { NewEvent } from '@ci/event-store';
import { timestamp } from '@ci/validation';
import type { CallDeleted, CallEvent, CallRecorded } from '../call/call.events.ts';
import { changesOf, recordedCall } from '../call/call.state.ts';
import { contentHash } from './content-hash.ts';

/** What some events amount to in one row of `calls`. A group of values counts where its flag is set. */
export interface ChangedCallRow extends Partial<RecordedColumns> {
  readonly stream_id: string;
  readonly workspace_id: string;
  /** Of the last event, and when that was. */
  version: number;
  updated_at: string;
  outcome_changed: boolean;
  outcome_provided: Outcome | null;
  title_changed: boolean;
  title: string | null;
  status_changed: boolean;
  analysis_status: AnalysisStatus;
  revision: number;
  sides_corrected: boolean;
  analysed: boolean;
  coaching_score: number | null;
  outcome_inferred: Outcome | null;
}

/** Sums up the events of any number of calls by row, so that each row is written once. */
export function changedCallRows(events: readonly NewEvent<CallEvent>[]): {
  /** Streams whose call is no more. */
  readonly deleted: readonly string[];
  readonly changed: readonly ChangedCallRow[];
} {
  const rows = new Map<string, ChangedCallRow>();
  const deleted = new Set<string>();
  for (const stored of events) {
    if (stored.event.type === 'CallDeleted') {
      rows.delete(stored.stream.id);
      deleted.add(stored.stream.id);
      continue;
    }
    const row = rows.get(stored.stream.id) ?? unchanged(stored);
    rows.set(stored.stream.id, row);
    row.version = stored.version;
    row.updated_at = timestamp(stored.recordedAt);
    apply(row, stored.event);
  }
  return { deleted: [...deleted], changed: [...rows.values()] };
}

function apply(row: ChangedCallRow, event: Exclude<CallEvent, CallDeleted>): void {
  if (event.type === 'CallRecorded') {
    Object.assign(row, recordedColumns(event));
    return;
  }
  const { outcomeProvided, title, analysis, revision, analysedRevision, coachingScore, outcomeInferred, swapped } =
    changesOf(event);
  if (outcomeProvided !== undefined) Object.assign(row, { outcome_changed: true, outcome_provided: outcomeProvided });
  if (title !== undefined) Object.assign(row, { title_changed: true, title });
  if (analysis !== undefined) Object.assign(row, { status_changed: true, analysis_status: analysis, revision });
  // Beside the flag, for a row that is written as a whole.
  if (swapped !== undefined) Object.assign(row, { sides_corrected: true, speaker_mapping: 'explicit' });
  if (analysedRevision !== undefined)
    Object.assign(row, { analysed: true, coaching_score: coachingScore, outcome_inferred: outcomeInferred });
}

function unchanged({ stream, version, recordedAt }: NewEvent<CallEvent>): ChangedCallRow {
  return {
    stream_id: stream.id,
    workspace_id: stream.workspaceId,
    version,
    updated_at: timestamp(recordedAt),
    outcome_changed: false,
    outcome_provided: null,
    title_changed: false,
    title: null,
    status_changed: false,
    analysis_status: 'pending',
    revision: 1,
    sides_corrected: false,
    analysed: false,
    coaching_score: null,
    outcome_inferred: null,
  };
}

type RecordedColumns = NonNullable<ReturnType<typeof recordedColumns>>;

/** Of an event whose personal part is there. Without it (seen when rebuilding: the call was deleted later on) there is no row. */
function recordedColumns(event: CallRecorded) {
  const { data, personal } = event;
  if (isErased(personal)) return undefined;
  const { title, outcomeProvided, outcomeInferred, analysis, revision, coachingScore } = recordedCall(event);
  return {
    id: data.call_id,
    created_at: data.started_at,
    duration_seconds: data.duration_seconds,
    rep_id: data.rep_id,
    rep_name: personal.rep.name,
    rep_email: personal.rep.email,
    prospect_email: personal.prospect.email,
    prospect_name: personal.prospect.name,
    prospect_company: personal.prospect.company,
    outcome_provided: outcomeProvided,
    outcome_inferred: outcomeInferred,
    analysis_status: analysis,
    revision,
    coaching_score: coachingScore,
    title,
    external_id: personal.external_id,
    source: data.source,
    timezone: data.timezone,
    metadata: personal.metadata,
    speaker_mapping: data.speaker_mapping,
    // Only an external id can bring the same call again. Events without a hash hold the transcript that it is made of.
    content_hash: personal.external_id === null ? null : `\\x${personal.content_hash ?? contentHash(data, personal)}`,
  };
}
