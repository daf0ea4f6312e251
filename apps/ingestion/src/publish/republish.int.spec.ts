import { republishMessages } from '@ci/operations';
import { testDatabase, type TestDatabase } from '@ci/testing';
import { execute as executeOn, recordCall, takeOutbox, type OutboxRow } from '../../test/published-calls.ts';
import type { CallCommand } from '../call/call.commands.ts';
import { migrations } from '../database/schema.ts';
import { operations } from '../operations.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase({ schema: 'ingestion', migrations });
});
afterEach(() => database.drop());

const execute = (callId: string, command: CallCommand) => executeOn(database, callId, command);
const sent = () => takeOutbox(database);
const publisher = operations.publisher!;
const again = (options: Partial<Parameters<typeof republishMessages>[2]> = {}) =>
  republishMessages(database.dataSource, publisher, {
    audience: 'contacts',
    topics: publisher.topics,
    from: new Date(0),
    ...options,
  });
const byKey = (rows: readonly OutboxRow[]) =>
  Object.groupBy(
    rows.map(({ headers: { ce_audience: _audience, ...headers }, ...row }) => ({ ...row, headers })),
    ({ key }) => key,
  );

async function twoCalls(): Promise<void> {
  for (const id of ['call_a', 'call_b']) await recordCall(database, id);
  await execute('call_a', { type: 'UpdateCall', outcome: 'won', title: 'First' });
  await execute('call_a', {
    type: 'NoteAnalysis',
    revision: 1,
    coachingScore: 68,
    inferredOutcome: 'follow_up',
  });
  await execute('call_a', { type: 'RequestReanalysis', now: '2026-11-21T00:00:00.000Z' });
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

  it('are all there while another transaction of the server is open, which began before they were recorded', async () => {
    const other = database.dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT pg_current_xact_id()');
    try {
      await twoCalls();
      await sent();
      expect(Object.fromEntries(await again())).toEqual({ 'call.ended': 2, 'call.transcribed': 3, 'call.updated': 1 });
      expect(await sent()).toHaveLength(6);
    } finally {
      await other.rollbackTransaction();
      await other.release();
    }
  });

  it('reach each of two services that are sent them at the same time', async () => {
    await twoCalls();
    const first = await sent();
    await again({ audience: 'contacts' });
    await again({ audience: 'webhooks' });
    await again({ audience: 'webhooks' });
    const rows = await sent();
    for (const audience of ['contacts', 'webhooks']) {
      expect(byKey(rows.filter(({ headers }) => headers['ce_audience'] === audience))).toEqual(byKey(first));
    }
    expect(rows).toHaveLength(2 * first.length);
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
