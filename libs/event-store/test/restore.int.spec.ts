import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inTransaction } from '@ci/database';
import {
  copyDatabase,
  postgresClient,
  startEmbeddedPostgres,
  until,
  useUpTransactionIds,
  type EmbeddedPostgres,
  type PostgresClient,
  type TestDatabase,
} from '@ci/testing';
import { DataSource } from 'typeorm';

import {
  append,
  ForeignPositions,
  load,
  positionsCheck,
  positionsOfAnotherCluster,
  readAll,
  rebasePositions,
  startOfStore,
  VersionConflict,
  type RebaseOptions,
  type StoreCursor,
} from '../src/index.ts';
import { bookStream, guestBookEvents, opened, signed } from './guest-book.ts';
import { openStore, store, stored, withoutPosition } from './open-store.ts';

// The first run fetches pg_dump and makes a cluster.
jest.setTimeout(180_000);

/** How far the old cluster is ahead of the new one, at least. */
const transactionsBefore = 5_000;
const everything = 1_000;

let folder: string;
let cluster: EmbeddedPostgres;
let client: PostgresClient;
let original: TestDatabase;
let restored: DataSource;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'call-intelligence-restore-'));
  const settings = { fsync: 'off', full_page_writes: 'off' };
  [client, cluster] = await Promise.all([
    postgresClient(),
    startEmbeddedPostgres({ dataDir: join(folder, 'cluster'), log: () => undefined, settings }),
  ]);
});
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

beforeEach(async () => {
  original = await openStore();
  await useUpTransactionIds(original.url, transactionsBefore);
  await writeOutOfTurn(original.dataSource);
});
afterEach(async () => {
  if (restored.isInitialized) await restored.destroy();
  await original.drop();
});

describe('a store that was restored from a real dump into a new cluster', () => {
  it('can be written to and read by nobody before its positions are rebased', async () => {
    restored = await dumpAndRestore();
    expect(await positionsOfAnotherCluster(restored)).toBe(true);
    await expect(store(restored, bookStream('a'), 3, [signed(9)])).rejects.toThrow(VersionConflict);
    expect((await readAll(restored, startOfStore, everything, guestBookEvents)).events).toEqual([]);
  });

  it('gives the same events in the same order after that, and goes on behind them', async () => {
    const before = await readEverything(original.dataSource);
    restored = await dumpAndRestore();
    const progress: (readonly [number, number])[] = [];
    const result = await rebase({ batchSize: 2, progress: (...step) => progress.push(step) });

    expect(result).toEqual({ events: before.length, streams: 3 });
    expect(progress.at(-1)).toEqual([before.length, before.length]);
    expect(progress.length).toBeGreaterThan(2);
    const after = await readEverything(restored);
    expect(after.map(withoutPosition)).toEqual(before.map(withoutPosition));
    expect(await load(restored.manager, bookStream('a').id, guestBookEvents)).toMatchObject({ version: 3 });

    expect(await positionsOfAnotherCluster(restored)).toBe(false);
    const next = await store(restored, bookStream('a'), 3, [signed(9)]);
    const created = await store(restored, bookStream('new'), 0, [opened]);
    const all = await readEverything(restored);
    expect(all.slice(before.length).map(({ eventId }) => eventId)).toEqual(
      [...next, ...created].map(({ eventId }) => eventId),
    );
    const positions = all.map(({ globalPosition }) => BigInt(globalPosition));
    expect(positions).toEqual(positions.toSorted((one, other) => (one < other ? -1 : 1)));
  });

  it('lets a rebuild that was interrupted go on with the event that it would have come to', async () => {
    const first = await readAll(original.dataSource, startOfStore, 3, guestBookEvents);
    await original.dataSource.query(
      `INSERT INTO projection_rebuilds (projection, shape, transaction_id, global_position, events)
       VALUES ('begun', '', $1::xid8, $2, 3), ('just-begun', '', '0', 0, 0)`,
      [first.cursor.transactionId, first.cursor.globalPosition],
    );
    const before = await readEverything(original.dataSource);
    restored = await dumpAndRestore();
    await rebase();
    const cursors = await restored.query<(StoreCursor & { projection: string })[]>(
      `SELECT projection, transaction_id::text AS "transactionId", global_position AS "globalPosition" FROM projection_rebuilds`,
    );
    for (const { projection, ...cursor } of cursors) {
      const { events } = await readAll(restored, cursor, everything, guestBookEvents);
      const expected = projection === 'begun' ? before.slice(3) : before;
      expect(events.map(({ eventId }) => eventId)).toEqual(expected.map(({ eventId }) => eventId));
    }
  });

  it('keeps the order guard and the rule that positions are given by the database alone', async () => {
    restored = await dumpAndRestore();
    await rebase();
    const older = restored.createQueryRunner();
    await older.startTransaction();
    await older.query('SELECT pg_current_xact_id()');
    await store(restored, bookStream('a'), 3, [signed(9)]);
    await expect(append(older.manager, bookStream('a'), 4, [signed(10)], {}, guestBookEvents)).rejects.toThrow(
      VersionConflict,
    );
    await older.rollbackTransaction();
    await older.release();
    await expect(restored.query('UPDATE events SET global_position = 1')).rejects.toThrow('can only be updated to');
  });

  it('changes nothing when the rebase is interrupted, nor when there is nothing to do', async () => {
    restored = await dumpAndRestore();
    const interrupted = rebase({
      batchSize: 2,
      progress: () => {
        throw new Error('interrupted');
      },
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(await positionsOfAnotherCluster(restored)).toBe(true);

    await rebase();
    const before = await readEverything(restored);
    expect(await rebase()).toEqual({ events: 0, streams: 0 });
    expect(await readEverything(restored)).toEqual(before);
  });

  it('is dumped and restored a second time, with events from before and after the first', async () => {
    restored = await dumpAndRestore();
    await rebase();
    await store(restored, bookStream('a'), 3, [signed(9)]);
    await store(restored, bookStream('b'), 2, [signed(9)]);
    // As a third cluster would find it: what was written since lies ahead of it.
    await restored.query(`UPDATE events SET transaction_id = '9000000000' WHERE transaction_id > '3'`);
    await restored.query(`UPDATE streams SET last_xid = '9000000000' WHERE last_xid > '3'`);
    const before = await restored.query('SELECT event_id FROM events ORDER BY transaction_id, global_position');
    expect(await rebase({ batchSize: 3 })).toMatchObject({ events: 9 });
    const after = await readEverything(restored);
    expect(after.map(({ eventId }) => ({ event_id: eventId }))).toEqual(before);
  });
});

describe('the check for readiness', () => {
  it('refuses a restored store with the command that helps, reported once, and is content after it', async () => {
    restored = await dumpAndRestore();
    const reported: string[] = [];
    const check = positionsCheck(restored, ({ message }) => reported.push(message));
    await expect(check()).rejects.toThrow(ForeignPositions);
    await expect(check()).rejects.toThrow('run rebase-positions');
    expect(reported).toEqual([expect.stringContaining('run rebase-positions')]);
    await rebase();
    await check();
  });

  it('is content with any store that is written to where it is, also in the transaction that writes', async () => {
    restored = original.dataSource;
    await positionsCheck(restored, () => undefined)();
    await restored.transaction(async (tx) => {
      await append(tx, bookStream('mine'), 0, [opened], {}, guestBookEvents);
      expect(await positionsOfAnotherCluster(tx)).toBe(false);
    });
  });
});

async function dumpAndRestore(): Promise<DataSource> {
  const to = new URL(cluster.url);
  to.pathname = `/restored_${randomBytes(4).toString('hex')}`;
  await copyDatabase({ client, from: original.url, to: to.href, file: join(folder, 'store.dump') });
  const dataSource = new DataSource({
    type: 'postgres',
    url: to.href,
    extra: { options: '-c search_path=store', pipeline: true },
  });
  return dataSource.initialize();
}

const rebase = (options?: RebaseOptions) => inTransaction(restored, (tx) => rebasePositions(tx, options));

async function readEverything(dataSource: DataSource) {
  const [{ count }] = await dataSource.query<[{ count: number }]>('SELECT count(*)::int AS count FROM events');
  // Another test's open transaction may hold the reader of the shared cluster back.
  return until(async () => {
    const { events } = await readAll(dataSource, startOfStore, everything, guestBookEvents);
    return events.length === count && events;
  });
}

/** Three streams; the order of positions is not that of transactions: sorting by one alone gives a wrong order. */
async function writeOutOfTurn(dataSource: DataSource): Promise<void> {
  await store(dataSource, bookStream('a'), 0, [opened, signed(1)]);
  const early = dataSource.createQueryRunner();
  await early.startTransaction();
  await early.query('SELECT pg_current_xact_id()');
  await store(dataSource, bookStream('b'), 0, [opened, signed(1)]);
  await append(early.manager, bookStream('c'), 0, [opened, signed(1)], {}, guestBookEvents);
  await early.commitTransaction();
  await early.release();
  await store(dataSource, bookStream('a'), 2, [signed(2)]);
  const rows = await dataSource.query<{ stream_id: string }[]>('SELECT stream_id FROM events ORDER BY global_position');
  const read = await readEverything(dataSource);
  if (JSON.stringify(rows.map((row) => row.stream_id)) === JSON.stringify(read.map(({ stream }) => stream.id))) {
    throw new Error('positions and transactions are in the same order: the test would show nothing');
  }
  await stored(dataSource, bookStream('a'));
}
