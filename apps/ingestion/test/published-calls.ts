import { eraseSubject, executeCommand, inTransaction } from '@ci/event-store';
import { enqueue, withdrawMessages } from '@ci/messaging';
import type { TestDatabase } from '@ci/testing';
import type { CallCommand } from '../src/call/call.commands.ts';
import { callDecider } from '../src/call/call.decider.ts';
import { callEvents, type CallContent, type CallFacts } from '../src/call/call.events.ts';
import { integrationEvents } from '../src/publish/call.integration-events.ts';

const facts = (callId: string): CallFacts => ({
  call_id: callId,
  rep_id: 'rep_1',
  started_at: '2026-11-20T15:00:00.000Z',
  duration_seconds: 94,
  outcome_provided: null,
  source: null,
  timezone: 'UTC',
  speaker_mapping: null,
  segment_count: 1,
});
const content: CallContent = {
  rep: { name: 'Dana', email: null },
  prospect: { name: 'Marcus', email: 'marcus@acme.example', company: null },
  attendees: [],
  title: null,
  external_id: null,
  metadata: {},
  transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 1_000, text: 'Hello.' }],
};

/** Executes a command on a call as the service does, with its messages and without its read models. */
export function execute({ dataSource }: TestDatabase, callId: string, command: CallCommand) {
  const stream = { type: 'call', id: `call-${callId}`, workspaceId: 'wsp_1' };
  return inTransaction(dataSource, (tx) =>
    executeCommand({
      tx,
      stream,
      decider: callDecider,
      catalogue: callEvents,
      command,
      metadata: {},
      projectors: [],
      publish: async (_tx, stored, state) => {
        if (command.type === 'DeleteCall') {
          await eraseSubject(tx, stream.id);
          await withdrawMessages(tx, { workspaceId: stream.workspaceId, key: callId });
        }
        await enqueue(tx, '/ingestion', integrationEvents(stored, state));
      },
    }),
  );
}

/** Records a call. */
export const recordCall = (database: TestDatabase, callId: string) =>
  execute(database, callId, { type: 'RecordCall', facts: facts(callId), content });

/** A message that waits in the outbox. */
export interface OutboxRow {
  readonly message_id: string;
  readonly topic: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string;
}

/** What waits to be sent, taken out as the relay would. */
export async function takeOutbox({ dataSource }: TestDatabase): Promise<OutboxRow[]> {
  const rows = await dataSource.query<OutboxRow[]>(
    'SELECT message_id, topic, key, headers, payload FROM outbox ORDER BY id',
  );
  await dataSource.query('DELETE FROM outbox');
  return rows;
}
