import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { republishMessages, type Publisher, type Republication } from '@ci/operations';
import { testDatabase, until, type TestDatabase } from '@ci/testing';
import { execute, recordCall, takeOutbox, type OutboxRow } from '../../test/published-calls.ts';
import { migrations } from '../database/schema.ts';
import { operations } from '../operations.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase({ schema: 'ingestion', migrations, poolSize: 6 });
});
afterEach(() => database.drop());

const publisher = operations.publisher!;
const republish = (options: Partial<Republication> = {}, by: Publisher = publisher) =>
  republishMessages(database.dataSource, by, {
    audience: 'contacts',
    topics: publisher.topics,
    from: new Date(0),
    ...options,
  });

/** A page holds 200 events, and each of these events makes two messages. */
const perPage = 400;
async function calls(count: number): Promise<OutboxRow[]> {
  for (let number = 0; number < count; number += 1) await recordCall(database, `call_${number}`);
  return takeOutbox(database);
}

const countOf = async (table: string): Promise<number> => {
  const [row] = await database.dataSource.query<{ n: string }[]>(`SELECT count(*) AS n FROM ${table}`);
  return Number(row?.n);
};
const idsOf = (rows: readonly OutboxRow[]) => rows.map(({ message_id }) => message_id).sort();

describe('a republication', () => {
  it('goes on where it was after it was killed within a page: nothing twice, nothing missing', async () => {
    const first = await calls(450);
    const script = fileURLToPath(new URL('../../test/republish-in-other-process.ts', import.meta.url));
    const hooks = new URL('../../../../libs/event-store/test/typescript-hooks.mjs', import.meta.url).href;
    const child = spawn(
      process.execPath,
      ['--import', hooks, '--no-warnings', '--conditions=@ci/source', script, database.url],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
    );
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'exit');

    // Meanwhile another call was recorded; its messages are sent anyway.
    const before = await takeOutbox(database);
    expect(before).toHaveLength(perPage);
    await recordCall(database, 'call_later');
    await takeOutbox(database);
    expect((await republish()).get('call.ended')).toBe(250);
    const rest = await takeOutbox(database);
    expect(rest).toHaveLength(900 - perPage);
    expect(idsOf([...before, ...rest])).toEqual(idsOf(first));
    expect(await countOf('republications')).toBe(0);
  });

  it('waits while the outbox is full, and says so', async () => {
    await calls(450);
    const waits: number[] = [];
    const state = { ended: false };
    const onProgress = ({ waiting }: { readonly waiting: number }) => {
      if (waiting > 0) waits.push(waiting);
    };
    const running = republish({ outboxLimit: 100, onProgress }).finally(() => (state.ended = true));
    // Seen waiting twice in a row, it does wait; then the outbox is emptied, as the relay does.
    const taken: number[] = [];
    while (!state.ended) {
      const before = waits.length;
      await until(() => state.ended || waits.length > before + 1);
      taken.push((await takeOutbox(database)).length);
    }
    expect(taken).toEqual([perPage, perPage, 900 - 2 * perPage]);
    expect((await running).get('call.ended')).toBe(450);
    expect(new Set(waits)).toEqual(new Set([100]));
  });

  it('in a dry run counts and writes nothing, also beside one that was interrupted', async () => {
    await calls(250);
    const inTheMiddle = () => {
      throw new Error('interrupted');
    };
    await expect(republish({ onProgress: inTheMiddle })).rejects.toThrow('interrupted');
    const states = async () => [
      await database.dataSource.query('SELECT * FROM republications'),
      await database.dataSource.query('SELECT * FROM outbox ORDER BY id'),
    ];
    const before = await states();
    expect(before.map((rows) => rows.length)).toEqual([1, perPage]);
    expect(Object.fromEntries(await republish({ dryRun: true, inLast: inTheMiddle }))).toEqual({
      'call.ended': 250,
      'call.transcribed': 250,
    });
    expect(await states()).toEqual(before);
  });

  it('leaves nothing of a call that is deleted while its messages are made', async () => {
    await recordCall(database, 'call_a');
    await takeOutbox(database);
    let deletion: Promise<unknown> | undefined;
    const slow: Publisher = {
      ...publisher,
      page: async (tx, recorded, cursor, visit) =>
        publisher.page(tx, recorded, cursor, async (messages) => {
          deletion ??= execute(database, 'call_a', { type: 'DeleteCall', deletedAt: '2026-11-21T10:00:00.000Z' });
          // It waits for the page, or has come before it.
          await until(async () => (await countOf(waitingForLocks)) > 0 || (await countOf('event_personal')) === 0);
          await visit(messages);
        }),
    };
    await republish({}, slow);
    await deletion;
    const rows = await takeOutbox(database);
    expect(rows.map(({ topic, headers }) => [topic, headers['ce_audience']])).toEqual([['call.deleted', undefined]]);
  });
});

const waitingForLocks = `pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
