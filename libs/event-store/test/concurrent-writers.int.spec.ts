import { inTransaction } from '@ci/database';
import type { DomainEvent } from '@ci/domain';
import { until, type TestDatabase } from '@ci/testing';
import type { EntityManager, QueryRunner } from 'typeorm';

import { executeCommand } from '../src/execute-command.ts';
import { append, load, lockStream, VersionConflict } from '../src/index.ts';
import { bookStream, guestBook, guestBookEvents, opened, signed } from './guest-book.ts';
import { openStore, rowCounts, store, stored } from './open-store.ts';

const writers = Array.from({ length: 20 }, (_, index) => index + 1);
let database: TestDatabase;
beforeAll(async () => {
  database = await openStore(22);
});
afterAll(() => database.drop());

const sign = (tx: EntityManager, stream: ReturnType<typeof bookStream>, name: string) =>
  executeCommand({
    tx,
    stream,
    decider: guestBook,
    catalogue: guestBookEvents,
    command: { type: 'Sign', name },
    metadata: {},
    projectors: [],
  });

/** An open transaction; it is rolled back unless the test ends it. */
async function begin(): Promise<QueryRunner & AsyncDisposable> {
  const runner = database.dataSource.createQueryRunner();
  await runner.startTransaction();
  return Object.assign(runner, {
    [Symbol.asyncDispose]: async () => {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      await runner.release();
    },
  });
}

const assignTransactionId = (runner: QueryRunner) => runner.query('SELECT pg_current_xact_id()');

describe('writers of one stream', () => {
  it('get one version each, exactly one of them', async () => {
    const stream = bookStream('race');
    for (const expectedVersion of [0, 1, 2, 3, 4]) {
      const outcomes = await Promise.allSettled(
        writers.map((writer) => store(database.dataSource, stream, expectedVersion, [signed(writer)])),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      expect(reasons.every((reason) => reason instanceof VersionConflict)).toBe(true);
    }
    expect((await stored(database.dataSource, stream)).version).toBe(5);
  });

  it('all win in the end when the whole transaction starts again, and none overwrites another', async () => {
    const stream = bookStream('retry');
    await store(database.dataSource, stream, 0, [opened]);
    let attempts = 0;
    await Promise.all(
      writers.map((writer) =>
        inTransaction(
          database.dataSource,
          async (tx) => {
            attempts += 1;
            await sign(tx, stream, `guest ${writer}`);
          },
          { attempts: Infinity },
        ),
      ),
    );
    const signatures: DomainEvent[] = (await stored(database.dataSource, stream)).events
      .slice(1)
      .map(({ event }) => event);
    expect(attempts).toBeGreaterThan(writers.length);
    expect(signatures.map(({ data }) => data)).toEqual(writers.map((page) => ({ page })));
    expect(new Set(signatures.map(({ personal }) => JSON.stringify(personal))).size).toBe(writers.length);
  });

  it('queue instead of conflicting when they lock the stream first, even before it exists', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const stream = bookStream(`hot-${round}`);
      const appendNext = (writer: number) =>
        inTransaction(
          database.dataSource,
          async (tx) => {
            await lockStream(tx, stream.id);
            const { version } = await load(tx, stream.id, guestBookEvents);
            await append(tx, stream, version, [signed(writer)], {}, guestBookEvents);
          },
          { attempts: 1 },
        );
      // Each writer comes back at once, so that newcomers meet those who wait.
      await Promise.all(
        writers.map(async (writer) => {
          for (let turn = 0; turn < 3; turn += 1) await appendNext(writer);
        }),
      );
      expect((await stored(database.dataSource, stream)).version).toBe(writers.length * 3);
    }
  });
});

describe('the order guard', () => {
  it('refuses a transaction that is older than the last writer, though the version is right', async () => {
    const stream = bookStream('guard');
    await using older = await begin();
    await assignTransactionId(older);
    await store(database.dataSource, stream, 0, [opened]);

    const { version } = await load(older.manager, stream.id, guestBookEvents);
    expect(version).toBe(1);
    // A savepoint keeps the transaction's id: it is refused for ever.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const nested = older.manager.transaction((tx) => append(tx, stream, version, [signed(1)], {}, guestBookEvents));
      await expect(nested).rejects.toThrow(VersionConflict);
    }
    await older.rollbackTransaction();

    await store(database.dataSource, stream, 1, [signed(1)]);
    expect((await stored(database.dataSource, stream)).version).toBe(2);
  });

  it('lets a transaction write on after itself', async () => {
    const stream = bookStream('guard-self');
    await using only = await begin();
    await append(only.manager, stream, 0, [opened], {}, guestBookEvents);
    await append(only.manager, stream, 1, [signed(1)], {}, guestBookEvents);
    await only.commitTransaction();
    expect((await stored(database.dataSource, stream)).version).toBe(2);
  });

  it('stops an older transaction at the lock already', async () => {
    const stream = bookStream('guard-lock');
    await using older = await begin();
    await assignTransactionId(older);
    await store(database.dataSource, stream, 0, [opened]);
    await expect(lockStream(older.manager, stream.id)).rejects.toThrow(VersionConflict);
  });

  it('does not age a transaction while it waits for the lock', async () => {
    const stream = bookStream('guard-wait');
    await store(database.dataSource, stream, 0, [opened]);
    await using holder = await begin();
    await append(holder.manager, stream, 1, [signed(1)], {}, guestBookEvents);
    await using waiter = await begin();
    const [{ pid }] = (await waiter.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
    const waiting = lockStream(waiter.manager, stream.id);

    const activity = await until(async () => {
      const [row] = await database.dataSource.query<{ wait_event_type: string; backend_xid: string | null }[]>(
        'SELECT wait_event_type, backend_xid FROM pg_stat_activity WHERE pid = $1',
        [pid],
      );
      return row?.wait_event_type === 'Lock' && row;
    });
    expect(activity.backend_xid).toBeNull();
    await holder.commitTransaction();
    await waiting;
  });
});

describe('a transaction that dies', () => {
  it.each<[string, (tx: EntityManager) => Promise<unknown>]>([
    ['by an error', () => Promise.reject(new Error('out of luck'))],
    ['with its connection', killOwnConnection],
  ])('leaves nothing behind: %s', async (how, die) => {
    const before = await rowCounts(database.dataSource);
    const stream = bookStream(`dies ${how}`);
    const dying = inTransaction(database.dataSource, async (tx) => {
      await append(tx, stream, 0, [opened, signed(1)], {}, guestBookEvents);
      await die(tx);
    });
    await expect(dying).rejects.toThrow(/out of luck|terminat|released/);
    expect(await rowCounts(database.dataSource)).toEqual(before);
    await store(database.dataSource, stream, 0, [opened]);
  });

  async function killOwnConnection(tx: EntityManager): Promise<unknown> {
    const [{ pid }] = await tx.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
    await database.dataSource.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
    return tx.query('SELECT 1');
  }
});
