import { DomainError } from '@ci/domain';
import { until, type TestDatabase } from '@ci/testing';

import { inTransaction, leaveToCommit } from '@ci/database';
import { afterCommit, append, VersionConflict } from '../src/index.ts';
import { bookStream, guestBookEvents, opened } from './guest-book.ts';
import { openStore, stored } from './open-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.drop());

const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

describe('inTransaction', () => {
  it.each([
    ['a moved stream', new VersionConflict('guest-book-1', 3)],
    ['a serialization failure', failure('40001')],
    ['a deadlock', failure('40P01')],
  ])('starts the whole transaction again after %s', async (_, conflict) => {
    const transactionIds: string[] = [];
    const answer = await inTransaction(database.dataSource, async (tx) => {
      const [row] = await tx.query<{ id: string }[]>('SELECT pg_current_xact_id()::text AS id');
      transactionIds.push(row?.id ?? '');
      if (transactionIds.length < 3) throw conflict;
      return 'done';
    });
    expect(answer).toBe('done');
    expect(new Set(transactionIds).size).toBe(3);
  });

  it('goes on after a migration changed a table under a statement that the connection had prepared', async () => {
    const { dataSource } = database;
    await dataSource.query('CREATE TABLE guests (id int)');
    const read = () => inTransaction(dataSource, (tx) => tx.query('SELECT * FROM guests WHERE id = $1', [1]));
    for (let use = 0; use < 100; use += 1) await read();
    await dataSource.query('ALTER TABLE guests ADD name text');
    await dataSource.query(`INSERT INTO guests VALUES (1, 'Ada')`);
    await expect(read()).resolves.toEqual([{ id: 1, name: 'Ada' }]);
  });

  it('gives up after three attempts with a conflict that the caller may see', async () => {
    let attempts = 0;
    const conflict = new VersionConflict('guest-book-1', 3);
    const given = await inTransaction(database.dataSource, () => {
      attempts += 1;
      return Promise.reject(conflict);
    }).catch((error: unknown) => error);
    expect(given).toBeInstanceOf(DomainError);
    expect(given).toMatchObject({ code: 'conflict', status: 409, cause: conflict });
    expect(attempts).toBe(3);
  });

  it('does not repeat what fails for another reason', async () => {
    let attempts = 0;
    const work = inTransaction(database.dataSource, () => {
      attempts += 1;
      return Promise.reject(new DomainError('not_found', 'No.'));
    });
    await expect(work).rejects.toMatchObject({ code: 'not_found' });
    expect(attempts).toBe(1);
  });

  it('recognises a real deadlock', async () => {
    const [left, right] = [bookStream('deadlock-left'), bookStream('deadlock-right')];
    const both = { left: Promise.withResolvers<null>(), right: Promise.withResolvers<null>() };
    const write = (mine: 'left' | 'right') => {
      const [first, second, other] = mine === 'left' ? [left, right, both.right] : [right, left, both.left];
      return inTransaction(
        database.dataSource,
        async (tx) => {
          await tx.query(`SELECT pg_advisory_xact_lock(hashtext($1))`, [first.id]);
          both[mine].resolve(null);
          await other.promise;
          await tx.query(`SELECT pg_advisory_xact_lock(hashtext($1))`, [second.id]);
        },
        { attempts: Infinity },
      );
    };
    await Promise.all([write('left'), write('right')]);
  });

  it('does not take an aborted transaction for a committed one', async () => {
    const stream = bookStream('swallowed');
    const work = inTransaction(database.dataSource, async (tx) => {
      await append(tx, stream, 0, [opened], {}, guestBookEvents);
      await tx.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(work).rejects.toThrow('swallowed');
    expect((await stored(database.dataSource, stream)).version).toBe(0);
  });

  it('says what a statement that was left to the COMMIT failed with, and runs again where it met a concurrent writer', async () => {
    const stream = bookStream('left');
    const raise = (code: string) => `DO $$ BEGIN RAISE EXCEPTION 'left' USING ERRCODE = '${code}'; END $$`;
    const leave = (codes: readonly string[]) => {
      let attempt = 0;
      return inTransaction(database.dataSource, async (tx) => {
        await append(tx, stream, 0, [opened], {}, guestBookEvents);
        leaveToCommit(tx, tx.query(raise(codes[attempt] ?? '00000')));
        attempt += 1;
        return attempt;
      });
    };
    await expect(leave(['22012'])).rejects.toMatchObject({ driverError: { code: '22012' } });
    await expect(leave(['40P01', '40001', '22012'])).rejects.toMatchObject({ driverError: { code: '22012' } });
    expect((await stored(database.dataSource, stream)).version).toBe(0);
  });

  it('says what the first of several failed with, whatever else was left or waited for', async () => {
    const work = (waits: boolean) =>
      inTransaction(database.dataSource, async (tx) => {
        for (const text of ['SELECT 1', 'SELECT 1 / 0', 'SELECT broken']) leaveToCommit(tx, tx.query(text));
        if (waits) await tx.query('SELECT 2');
      });
    for (const waits of [false, true])
      await expect(work(waits)).rejects.toMatchObject({ driverError: { code: '22012' } });
  });

  it('alone may be left a statement: nobody else says that it has failed', async () => {
    const work = database.dataSource.transaction(async (tx) => {
      leaveToCommit(tx, Promise.resolve());
    });
    await expect(work).rejects.toThrow('only inTransaction');
  });
});

describe('afterCommit', () => {
  const stream = (name: string) => bookStream(`after-commit-${name}`);

  it('runs when what the transaction stored can be seen, and not before', async () => {
    const seen: Promise<number>[] = [];
    const versionNow = async () => (await stored(database.dataSource, stream('order'))).version;
    await inTransaction(database.dataSource, async (tx) => {
      afterCommit(tx, () => void seen.push(versionNow()));
      await append(tx, stream('order'), 0, [opened], {}, guestBookEvents);
      expect(seen).toEqual([]);
      expect(await versionNow()).toBe(0);
    });
    expect(await Promise.all(seen)).toEqual([1]);
  });

  it('runs once and in order, for the attempt that committed alone', async () => {
    const calls: string[] = [];
    let attempt = 0;
    await inTransaction(database.dataSource, (tx) => {
      attempt += 1;
      const name = `attempt ${attempt}`;
      afterCommit(tx, () => void calls.push(`${name}, first`));
      afterCommit(tx, () => void calls.push(`${name}, second`));
      return attempt < 3 ? Promise.reject(new VersionConflict('guest-book-1')) : Promise.resolve();
    });
    expect(calls).toEqual(['attempt 3, first', 'attempt 3, second']);
  });

  it('never runs when the transaction is rolled back', async () => {
    const callback = jest.fn(() => undefined);
    const work = inTransaction(database.dataSource, (tx) => {
      afterCommit(tx, callback);
      return Promise.reject(new Error('no'));
    });
    await expect(work).rejects.toThrow('no');
    await inTransaction(database.dataSource, () => Promise.resolve());
    expect(callback).not.toHaveBeenCalled();
  });

  it('waits for the transaction, not for a savepoint in it', async () => {
    const callback = jest.fn(() => undefined);
    await inTransaction(database.dataSource, async (tx) => {
      await tx.transaction(async (nested) => {
        afterCommit(nested, callback);
      });
      expect(callback).not.toHaveBeenCalled();
    });
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('works in a transaction that inTransaction did not begin, each time its runner is used', async () => {
    const runner = database.dataSource.createQueryRunner();
    const calls: string[] = [];
    for (const end of ['rollbackTransaction', 'commitTransaction', 'commitTransaction'] as const) {
      await runner.startTransaction();
      afterCommit(runner.manager, () => void calls.push(end));
      await runner[end]();
    }
    await runner.release();
    expect(calls).toEqual(['commitTransaction', 'commitTransaction']);
  });

  it.each<[string, (error: Error) => () => void | Promise<void>]>([
    [
      'throws',
      (error) => () => {
        throw error;
      },
    ],
    ['rejects', (error) => () => Promise.reject(error)],
  ])('reports a callback that %s, and the work stays done', async (_, failing) => {
    const error = new Error('relay is gone');
    const reported: unknown[] = [];
    const next = jest.fn(() => undefined);
    const work = inTransaction(database.dataSource, (tx) => {
      afterCommit(tx, failing(error), (failed) => void reported.push(failed));
      afterCommit(tx, next);
      return Promise.resolve('stored');
    });
    expect(await work).toBe('stored');
    await until(() => reported.length > 0);
    expect(reported).toEqual([error]);
    expect(next).toHaveBeenCalledTimes(1);
  });

  it('is refused outside a transaction', () => {
    expect(() => afterCommit(database.dataSource.manager, () => undefined)).toThrow('needs an open transaction');
  });
});
