import { isErased, type Projector, type StoredEvent } from '@ci/event-store';
import type { EntityManager } from 'typeorm';
import type { ContactEvent } from '../contact/contact.events.ts';

/** Keeps `contacts` and `contact_calls` in the append's transaction, so that counters and history always agree. */
export const projectContactRows: Projector<ContactEvent> = async (tx, events) => {
  for (const stored of events) await projectEvent(tx, stored);
};

async function projectEvent(tx: EntityManager, { event, stream }: StoredEvent<ContactEvent>): Promise<void> {
  switch (event.type) {
    case 'ContactRegistered':
      await tx.query(
        `INSERT INTO contacts (stream_id, id, workspace_id, email, call_count, created_at) VALUES ($1, $2, $3, $4, 0, $5)`,
        [
          stream.id,
          event.data.contactId,
          stream.workspaceId,
          isErased(event.personal) ? '' : event.personal.email,
          event.data.registeredAt,
        ],
      );
      return;
    case 'DetailsLearned':
      if (isErased(event.personal)) return;
      await tx.query(
        `UPDATE contacts SET name = coalesce(name, $2), company = coalesce(company, $3) WHERE stream_id = $1`,
        [stream.id, event.personal.name, event.personal.company],
      );
      return;
    case 'CallJoined': {
      const { callId, createdAt, durationSeconds } = event.data;
      await upsertCall(tx, stream.id, callId, { created_at: createdAt, duration_seconds: durationSeconds });
      await tx.query(
        `UPDATE contacts SET call_count = call_count + 1, last_call_at = greatest(last_call_at, $2) WHERE stream_id = $1`,
        [stream.id, createdAt],
      );
      return;
    }
    case 'CallAnalysed': {
      const { callId, coachingScore, inferredOutcome } = event.data;
      await upsertCall(tx, stream.id, callId, { coaching_score: coachingScore, inferred_outcome: inferredOutcome });
      return;
    }
    case 'OutcomeProvided':
      await upsertCall(tx, stream.id, event.data.callId, { provided_outcome: event.data.outcome });
      return;
    case 'CallLeft':
      await tx.query(`DELETE FROM contact_calls WHERE stream_id = $1 AND call_id = $2`, [stream.id, event.data.callId]);
      // Counted anew: the call that left may have been the last one, or may never have joined.
      await tx.query(
        `UPDATE contacts SET (call_count, last_call_at) =
           (SELECT count(created_at), max(created_at) FROM contact_calls WHERE stream_id = $1)
         WHERE stream_id = $1`,
        [stream.id],
      );
      return;
  }
}

type CallColumn = 'created_at' | 'duration_seconds' | 'coaching_score' | 'inferred_outcome' | 'provided_outcome';

async function upsertCall(
  tx: EntityManager,
  streamId: string,
  callId: string,
  values: Partial<Record<CallColumn, string | number | null>>,
): Promise<void> {
  const columns = Object.keys(values);
  const places = columns.map((_, index) => `$${index + 3}`);
  const changes = columns.map((column) => `${column} = excluded.${column}`);
  await tx.query(
    `INSERT INTO contact_calls (stream_id, call_id, ${columns.join(', ')}) VALUES ($1, $2, ${places.join(', ')})
     ON CONFLICT (stream_id, call_id) DO UPDATE SET ${changes.join(', ')}`,
    [streamId, callId, ...Object.values(values)],
  );
}
