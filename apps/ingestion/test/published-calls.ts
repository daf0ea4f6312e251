import { inTransaction } from '@ci/database';
import { runCommand } from '@ci/event-store';
import type { TestDatabase } from '@ci/testing';
import type { CallCommand } from '../src/call/call.commands.ts';
import { callStream } from '../src/call/call-stream.ts';
import type { CallContent, CallFacts } from '../src/call/call.events.ts';
import { call } from '../src/call.aggregate.ts';

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

/** Without its read models: what is published does not depend on them. */
const withoutRows = { ...call, projectors: [] };

/** Executes a command on a call as the service does, with its messages. */
export function execute({ dataSource }: TestDatabase, callId: string, command: CallCommand) {
  const stream = callStream({ workspaceId: 'wsp_1', callId });
  return inTransaction(dataSource, (tx) => runCommand(tx, withoutRows, { stream, command, metadata: {} }));
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
