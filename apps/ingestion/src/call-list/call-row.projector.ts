import { isErased, type Projector, type StoredEvent } from '@ci/event-store';
import { timestamp } from '@ci/platform';
import type { EntityManager } from 'typeorm';
import type { CallEvent, CallRecorded, CallUpdated } from '../call/call.events.ts';
import { contentHash } from '../record-call/content-hash.ts';

/** Keeps the row of each call. A row knows the version of its stream, so that an event counts once. */
export const projectCallRow: Projector<CallEvent> = async (tx, events) => {
  for (const stored of events) await projectOne(tx, stored);
};

async function projectOne(tx: EntityManager, stored: StoredEvent<CallEvent>): Promise<void> {
  const { event } = stored;
  switch (event.type) {
    case 'CallRecorded':
      return insert(tx, stored, event);
    case 'CallUpdated':
      return change(tx, stored, changesOf(event));
    case 'ReanalysisRequested':
      return change(tx, stored, { analysis_status: 'pending', revision: event.data.revision });
    case 'CallAnalysed': {
      const { revision, coaching_score, outcome } = event.data;
      return change(tx, stored, { analysis_status: 'ready', revision, coaching_score, outcome_inferred: outcome });
    }
    case 'AnalysisFailed':
      return change(tx, stored, { analysis_status: 'failed', revision: event.data.revision });
    case 'CallDeleted':
      await tx.query('DELETE FROM calls WHERE stream_id = $1', [stored.stream.id]);
  }
}

async function insert(tx: EntityManager, stored: StoredEvent<CallEvent>, event: CallRecorded): Promise<void> {
  const { data, personal } = event;
  // Seen when rebuilding: the call was deleted later on.
  if (isErased(personal)) return;
  const row = {
    id: data.call_id,
    stream_id: stored.stream.id,
    workspace_id: stored.stream.workspaceId,
    version: stored.version,
    created_at: data.started_at,
    updated_at: timestamp(stored.recordedAt),
    duration_seconds: data.duration_seconds,
    rep_id: data.rep_id,
    rep_name: personal.rep.name,
    rep_email: personal.rep.email,
    prospect_email: personal.prospect.email,
    prospect_name: personal.prospect.name,
    prospect_company: personal.prospect.company,
    outcome_provided: data.outcome_provided,
    analysis_status: 'pending',
    revision: 1,
    title: personal.title,
    external_id: personal.external_id,
    source: data.source,
    timezone: data.timezone,
    metadata: JSON.stringify(personal.metadata),
    speaker_mapping: data.speaker_mapping,
    // Only an external id can bring the same call again.
    content_hash: personal.external_id === null ? null : contentHash(data, personal),
  };
  const columns = Object.keys(row);
  await tx.query(
    `INSERT INTO calls (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     ON CONFLICT (id) DO NOTHING`,
    Object.values(row),
  );
}

/** Column names are those of the code; values go as parameters. */
async function change(
  tx: EntityManager,
  stored: StoredEvent<CallEvent>,
  changes: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const assignments = Object.keys(changes).map((column, index) => `, ${column} = $${index + 4}`);
  await tx.query(
    `UPDATE calls SET version = $2, updated_at = $3${assignments.join('')} WHERE stream_id = $1 AND version < $2`,
    [stored.stream.id, stored.version, timestamp(stored.recordedAt), ...Object.values(changes)],
  );
}

function changesOf({ data, personal }: CallUpdated): Record<string, string | null> {
  return {
    ...(data.outcome_provided === undefined ? {} : { outcome_provided: data.outcome_provided }),
    ...(personal === undefined ? {} : { title: isErased(personal) ? null : personal.title }),
  };
}
