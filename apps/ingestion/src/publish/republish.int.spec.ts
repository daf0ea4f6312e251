import { eraseSubject, executeCommand, inTransaction } from '@ci/event-store';
import { enqueue } from '@ci/messaging';
import { republishMessages } from '@ci/operations';
import { testDatabase, type TestDatabase } from '@ci/testing';
import type { CallCommand } from '../call/call.commands.ts';
import { callDecider } from '../call/call.decider.ts';
import { callEvents, type CallContent, type CallFacts } from '../call/call.events.ts';
import { migrations } from '../database/data-source.ts';
import { operations } from '../operations.ts';
import { integrationEvents } from './call.integration-events.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase({ schema: 'ingestion', migrations });
});
afterEach(() => database.drop());

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

const execute = (callId: string, command: CallCommand) =>
  inTransaction(database.dataSource, (tx) =>
    executeCommand({
      tx,
      stream: { type: 'call', id: `call-${callId}`, workspaceId: 'wsp_1' },
      decider: callDecider,
      catalogue: callEvents,
      command,
      metadata: {},
      projectors: [],
      publish: async (_tx, stored, state) => {
        if (command.type === 'DeleteCall') await eraseSubject(tx, `call-${callId}`);
        await enqueue(tx, '/ingestion', integrationEvents(stored, state));
      },
    }),
  );

interface Row {
  readonly message_id: string;
  readonly topic: string;
  readonly key: string;
  readonly headers: Record<string, string>;
  readonly payload: string;
}

/** What waits to be sent, taken out as the relay would. */
const sent = async (): Promise<Row[]> => {
  const rows = await database.dataSource.query<Row[]>(
    'SELECT message_id, topic, key, headers, payload FROM outbox ORDER BY id',
  );
  await database.dataSource.query('DELETE FROM outbox');
  return rows;
};
const publisher = operations.publisher!;
const again = (options: Partial<Parameters<typeof republishMessages>[2]> = {}) =>
  republishMessages(database.dataSource, publisher, {
    audience: 'contacts',
    topics: publisher.topics,
    from: new Date(0),
    ...options,
  });
const byKey = (rows: readonly Row[]) =>
  Object.groupBy(
    rows.map(({ headers: { ce_audience: _audience, ...headers }, ...row }) => ({ ...row, headers })),
    ({ key }) => key,
  );

async function twoCalls(): Promise<void> {
  for (const id of ['call_a', 'call_b']) await execute(id, { type: 'RecordCall', facts: facts(id), content });
  await execute('call_a', { type: 'UpdateCall', outcome: 'won', title: 'First' });
  await execute('call_a', {
    type: 'NoteAnalysis',
    revision: 1,
    coachingScore: 68,
    inferredOutcome: 'follow_up',
  });
  await execute('call_a', { type: 'RequestReanalysis' });
}

describe('messages that are made again', () => {
  it('are those of the first time, ids, times and contents, in order per key, for one service alone', async () => {
    await twoCalls();
    const first = await sent();
    expect(first.map(({ topic }) => topic)).toHaveLength(6);
    const counts = await again();
    expect(Object.fromEntries(counts)).toEqual({ 'call.ended': 2, 'call.transcribed': 3, 'call.updated': 1 });
    const second = await sent();
    expect(byKey(second)).toEqual(byKey(first));
    expect(second.map(({ headers }) => headers['ce_audience'])).toEqual(second.map(() => 'contacts'));
    expect(await database.dataSource.query('SELECT * FROM republications')).toEqual([]);
  });

  it('tell of an erased call only that it was deleted, without an address', async () => {
    await twoCalls();
    await execute('call_a', { type: 'DeleteCall', deletedAt: '2026-11-21T10:00:00.000Z' });
    await sent();
    await again();
    const rows = await sent();
    expect(rows.filter(({ key }) => key === 'call_a').map(({ topic }) => topic)).toEqual(['call.deleted']);
    expect(JSON.stringify(rows.filter(({ key }) => key === 'call_a'))).not.toContain('marcus');
    expect(rows.filter(({ key }) => key === 'call_b')).toHaveLength(2);
  });

  it('are not doubled while those of the first time still wait, and only counted in a dry run', async () => {
    await twoCalls();
    expect((await again({ dryRun: true })).get('call.ended')).toBe(2);
    await again();
    const rows = await sent();
    expect(rows).toHaveLength(6);
    expect(rows.some(({ headers }) => headers['ce_audience'] !== undefined)).toBe(false);
  });

  it('are of the range and the topics that were asked for', async () => {
    await twoCalls();
    await sent();
    await again({ topics: ['call.updated'] });
    expect((await sent()).map(({ topic }) => topic)).toEqual(['call.updated']);
    await again({ from: new Date(Date.now() + 60_000) });
    await again({ until: new Date(0) });
    expect(await sent()).toEqual([]);
  });
});
