import { inTransaction } from '@ci/database';
import { DomainError, type StreamRef } from '@ci/domain';
import type { TestDatabase } from '@ci/testing';
import fc from 'fast-check';
import type { EntityManager } from 'typeorm';

import { executeCommand, executeCommands, type CommandsExecution } from '../src/execute-command.ts';
import { append, appendAll, lockStreams, VersionConflict } from '../src/index.ts';
import {
  bookStream,
  guestBook,
  guestBookEvents,
  opened,
  signed,
  type GuestBook,
  type GuestBookCommand,
  type GuestBookEvent,
} from './guest-book.ts';
import { openStore, rowCounts, store, stored, withoutPosition } from './open-store.ts';

type Execution = CommandsExecution<GuestBook, GuestBookCommand, GuestBookEvent>;

let database: TestDatabase;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.drop());

const item = (stream: StreamRef, command: GuestBookCommand) => ({ stream, command, metadata: { actor: command.type } });
const sign = (name: string): GuestBookCommand => ({ type: 'Sign', name });
const open: GuestBookCommand = { type: 'Open', pages: 3 };

const execute = (tx: EntityManager, items: Execution['items'], more: Partial<Execution> = {}) =>
  executeCommands({ tx, items, decider: guestBook, catalogue: guestBookEvents, projectors: [], ...more });
const executeAll = (items: Execution['items'], more: Partial<Execution> = {}) =>
  inTransaction(database.dataSource, (tx) => execute(tx, items, more));

describe('executeCommands', () => {
  it('lets each command see what those before it led to, over several streams', async () => {
    const [a, b] = [bookStream('all-a'), bookStream('all-b')];
    await store(database.dataSource, b, 0, [opened, signed(1, 'Ada')]);
    const outcomes = await executeAll([
      item(a, open),
      item(b, sign('Bob')),
      item(a, sign('Eve')),
      item(a, open),
      item(b, sign('Dan')),
    ]);
    expect(outcomes.map(({ version, events, state }) => [version, events.length, state.names.length])).toEqual([
      [1, 1, 0],
      [3, 1, 2],
      [2, 1, 1],
      [2, 0, 1],
      [4, 1, 3],
    ]);
    expect((await stored(database.dataSource, a)).events.map(withoutPosition)).toEqual(
      [outcomes[0], outcomes[2]].flatMap((o) => o?.events),
    );
    expect((await stored(database.dataSource, b)).events.slice(2).map(withoutPosition)).toEqual(
      [outcomes[1], outcomes[4]].flatMap((o) => o?.events),
    );
  });

  it('projects once and publishes once, in the order of the commands', async () => {
    const [a, b] = [bookStream('once-a'), bookStream('once-b')];
    const projected: string[][] = [];
    const published: string[][] = [];
    await executeAll([item(b, open), item(a, open), item(b, open), item(a, sign('Ada'))], {
      projectors: [
        (events) => {
          projected.push(events.map(({ stream, version }) => `${stream.id}${String(version)}`));
          return [];
        },
      ],
      publish: async (outcomes) => {
        published.push(outcomes.map(({ stream, state }) => `${stream.id} ${state.names.length}`));
        return [];
      },
    });
    expect(projected).toEqual([[`${b.id}1`, `${a.id}1`, `${a.id}2`]]);
    expect(published).toEqual([[`${b.id} 0`, `${a.id} 0`, `${a.id} 1`]]);
  });

  it('stores nothing when one command is refused', async () => {
    const [a, b] = [bookStream('refused-a'), bookStream('refused-b')];
    const before = await rowCounts(database.dataSource);
    await expect(executeAll([item(a, open), item(b, sign('Ada'))])).rejects.toBeInstanceOf(DomainError);
    expect(await rowCounts(database.dataSource)).toEqual(before);
  });

  it("does not find another workspace's stream, not even one that began in the same batch", async () => {
    const [mine, theirs] = [bookStream('owned', 'wsp_a'), bookStream('owned', 'wsp_b')];
    await expect(executeAll([item(mine, open), item(theirs, sign('Eve'))])).rejects.toMatchObject({ status: 404 });
    await store(database.dataSource, mine, 0, [opened]);
    await expect(executeAll([item(theirs, sign('Eve'))])).rejects.toMatchObject({ status: 404 });
  });

  it('starts again as a whole when one of the streams moved meanwhile, and needs no second attempt with locks', async () => {
    const streams = Array.from({ length: 5 }, (_, index) => bookStream(`contended-${index}`));
    for (const stream of streams) await store(database.dataSource, stream, 0, [opened]);
    const run = (name: string, lock: boolean, attempts: number) =>
      inTransaction(
        database.dataSource,
        async (tx) => {
          // Each writer in its own order.
          const mixed = [...streams].sort(() => Math.random() - 0.5);
          if (lock)
            await lockStreams(
              tx,
              mixed.map(({ id }) => id),
            );
          await execute(
            tx,
            mixed.map((stream) => item(stream, sign(name))),
          );
        },
        { attempts },
      );
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => run(name, false, Infinity)));
    await Promise.all(['e', 'f', 'g', 'h', 'i', 'j'].map((name) => run(name, true, 1)));
    for (const stream of streams) {
      const names = (await stored(database.dataSource, stream)).events.slice(1).map(({ event }) => event);
      expect(names.map(({ data }) => data)).toEqual(Array.from({ length: 10 }, (_, page) => ({ page: page + 1 })));
    }
  });

  it('leaves the streams as if the commands had been executed one by one', async () => {
    let run = 0;
    const command = fc.oneof(
      fc.record({ type: fc.constant('Open' as const), pages: fc.integer({ min: 1, max: 4 }) }),
      fc.record({
        type: fc.constant('Sign' as const),
        name: fc.string({ unit: 'grapheme' }).filter((name) => !name.includes('\0')),
      }),
    );
    const step = fc.record({ stream: fc.integer({ min: 0, max: 3 }), command });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 3 }), async (batches) => {
        run += 1;
        const ref = (way: string, stream: number) => bookStream(`${way}-${run}-${stream}`);
        for (const batch of batches) {
          const refused = await executeAll(batch.map((one) => item(ref('together', one.stream), one.command))).then(
            () => undefined,
            (error: unknown) => error,
          );
          const alone = inTransaction(database.dataSource, async (tx) => {
            for (const { stream, command: one } of batch) {
              const kind = { decider: guestBook, catalogue: guestBookEvents, projectors: [] };
              await executeCommand({ tx, ...kind, ...item(ref('alone', stream), one) });
            }
          });
          if (refused) await expect(alone).rejects.toEqual(refused);
          else await alone;
        }
        for (const stream of [0, 1, 2, 3]) {
          const [together, alone] = await Promise.all(
            ['together', 'alone'].map(async (way) => {
              const { events } = await stored(database.dataSource, ref(way, stream));
              return events.map(({ event, version, metadata }) => ({ event, version, metadata }));
            }),
          );
          expect(together).toEqual(alone);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('appendAll', () => {
  const change = (stream: StreamRef, expectedVersion: number, events: readonly GuestBookEvent[]) => ({
    stream,
    expectedVersion,
    events,
    metadata: {},
  });

  it('can not be committed by half, even by a caller that swallows the conflict', async () => {
    const [good, bad] = [bookStream('half-good'), bookStream('half-bad')];
    await store(database.dataSource, bad, 0, [opened]);
    const before = await rowCounts(database.dataSource);
    const swallowing = inTransaction(database.dataSource, async (tx) => {
      const both = appendAll(tx, [change(good, 0, [opened, signed(1)]), change(bad, 0, [opened])], guestBookEvents);
      await expect(both).rejects.toMatchObject({ name: 'VersionConflict', streamId: bad.id, expectedVersion: 0 });
    });
    await expect(swallowing).rejects.toThrow();
    expect(await rowCounts(database.dataSource)).toEqual(before);
  });

  it('keeps the order guard of every stream', async () => {
    const [free, moved] = [bookStream('guard-free'), bookStream('guard-moved')];
    const older = database.dataSource.createQueryRunner();
    await older.startTransaction();
    await older.query('SELECT pg_current_xact_id()');
    await store(database.dataSource, moved, 0, [opened]);
    const both = appendAll(older.manager, [change(free, 0, [opened]), change(moved, 1, [signed(1)])], guestBookEvents);
    await expect(both).rejects.toMatchObject({ name: 'VersionConflict', streamId: moved.id });
    await older.rollbackTransaction();
    await older.release();
  });

  it('refuses a stream that does not follow on itself', async () => {
    const stream = bookStream('gap');
    const gap = inTransaction(
      database.dataSource,
      (tx) => appendAll(tx, [change(stream, 0, [opened]), change(stream, 2, [signed(1)])], guestBookEvents),
      { attempts: 1 },
    );
    await expect(gap).rejects.toMatchObject({ cause: expect.any(VersionConflict) });
    await database.dataSource.transaction(async (tx) => {
      await appendAll(tx, [change(stream, 0, [opened]), change(stream, 1, [signed(1)])], guestBookEvents);
      await append(tx, stream, 2, [signed(2)], {}, guestBookEvents);
    });
    expect((await stored(database.dataSource, stream)).version).toBe(3);
  });
});
