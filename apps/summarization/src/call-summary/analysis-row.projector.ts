import { isErased, type Projector, type StoredEvent } from '@ci/event-store';
import type { EntityManager } from 'typeorm';
import type { AnalysisEvent } from '../analysis/analysis.events.ts';
import { summaryOf } from '../analysis/analysis.state.ts';

/** Keeps `analyses` in the append's transaction. */
export const projectAnalysisRow: Projector<AnalysisEvent> = async (tx, events) => {
  for (const stored of events) await projectEvent(tx, stored);
};

async function projectEvent(tx: EntityManager, { event, stream }: StoredEvent<AnalysisEvent>): Promise<void> {
  switch (event.type) {
    case 'AnalysisRequested':
      await tx.query(
        `INSERT INTO analyses (call_id, workspace_id, status, requested_revision) VALUES ($1, $2, 'pending', $3)
         ON CONFLICT (call_id) DO UPDATE SET status = 'pending', requested_revision = excluded.requested_revision`,
        [event.data.callId, stream.workspaceId, event.data.revision],
      );
      return;
    case 'AnalysisCompleted': {
      const summary = isErased(event.personal) ? null : JSON.stringify(summaryOf(event.data, event.personal));
      await end(tx, event.data, 'ready', summary);
      return;
    }
    case 'AnalysisFailed':
      await end(tx, event.data, 'failed', null);
      return;
    case 'AnalysisForgotten':
      await tx.query(`DELETE FROM analyses WHERE call_id = $1`, [event.data.callId]);
      return;
    case 'CallUpdated':
    case 'ActionItemChanged':
      return;
  }
}

/** The end of an older revision leaves the call pending. A failure takes no earlier summary away. */
async function end(
  tx: EntityManager,
  { callId, revision }: { readonly callId: string; readonly revision: number },
  status: 'ready' | 'failed',
  summary: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE analyses SET summary = coalesce($4, summary), status = CASE WHEN requested_revision = $2 THEN $3 ELSE status END
     WHERE call_id = $1`,
    [callId, revision, status, summary],
  );
}
