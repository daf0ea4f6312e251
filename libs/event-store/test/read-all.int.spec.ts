import { until, type TestDatabase } from '@ci/testing';

import { append, inTransaction, load, readAll, startOfStore, type StoreCursor } from '../src/index.ts';
import { bookStream, guestBookEvents, opened, signed } from './guest-book.ts';
import { openStore, store } from './open-store.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await openStore(20);
});
afterEach(() => database.drop());

/** What a reader has been given, in its order. */
interface Seen {
  readonly eventId: string;
  readonly streamId: string;
  readonly version: number;
}

describe('readAll', () => {
  it('pages through the store and stays at its end', async () => {
    const appended = await store(database.dataSource, bookStream('a'), 0, [opened, signed(1), signed(2)]);
    const next = await store(database.dataSource, bookStream('b'), 0, [opened]);
    const read = readerOfStore(2);
    await until(async () => (await read()).length === 4);
    const seen = await read();
    expect(seen.map(({ eventId }) => eventId)).toEqual([...appended, ...next].map(({ eventId }) => eventId));
    expect(await read()).toHaveLength(4);
  });

  it('holds back what a transaction that is still open may precede', async () => {
    const early = database.dataSource.createQueryRunner();
    await early.startTransaction();
    await append(early.manager, bookStream('early'), 0, [opened], {}, guestBookEvents);
    const [late] = await store(database.dataSource, bookStream('late'), 0, [opened]);
    expect((await readAll(database.dataSource, startOfStore, 10, guestBookEvents)).events).toEqual([]);

    await early.commitTransaction();
    await early.release();
    const read = readerOfStore(10);
    await until(async () => (await read()).length === 2);
    expect((await read()).map(({ streamId }) => streamId)).toEqual(['guest-book-early', late?.stream.id]);
  });

  it('gives 16 concurrent writers’ events once each, in stream order, where a reader by position alone loses some', async () => {
    const ours = readerOfStore(200);
    const naive = readerByPosition(200);
    const writing = { done: false };
    const reading = (async () => {
      while (!writing.done) await Promise.all([ours(), naive()]);
    })();
    await Promise.all(Array.from({ length: 16 }, () => writeSlowly(25)));
    writing.done = true;
    await reading;

    const all = await database.dataSource.query<{ event_id: string }[]>('SELECT event_id FROM events');
    expect(all).toHaveLength(16 * 25);
    const seen = await until(async () => {
      const soFar = await ours();
      return soFar.length >= all.length && soFar;
    });
    expect(seen.map(({ eventId }) => eventId).toSorted()).toEqual(all.map(({ event_id }) => event_id).toSorted());
    for (const versions of versionsByStream(seen)) expect(versions).toEqual(versions.map((_, index) => index + 1));
    // The same writers seen by the other reader: were nothing lost here, this test would show nothing above.
    expect((await naive()).length).toBeLessThan(all.length);
  });
});

/** Transactions that get their id before they read the stream, and take their time, as consumers with an inbox do. */
async function writeSlowly(transactions: number): Promise<void> {
  const upTo = (ms: number) => `pg_sleep(CASE WHEN random() < 0.4 THEN random() * ${ms} / 1000 ELSE 0 END)`;
  for (let done = 0; done < transactions; done += 1) {
    await inTransaction(
      database.dataSource,
      async (tx) => {
        const stream = bookStream(String(Math.floor(Math.random() * 20)));
        await tx.query(`SELECT pg_current_xact_id(), ${upTo(30)}`);
        const { version } = await load(tx, stream.id, guestBookEvents);
        await tx.query(`SELECT ${upTo(2)}`);
        await append(tx, stream, version, [signed(version + 1)], {}, guestBookEvents);
        await tx.query(`SELECT ${upTo(10)}`);
      },
      { attempts: Infinity },
    );
  }
}

function readerOfStore(limit: number): () => Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  let cursor: StoreCursor = startOfStore;
  return async () => {
    const page = await readAll(database.dataSource, cursor, limit, guestBookEvents);
    cursor = page.cursor;
    seen.push(...page.events.map(({ eventId, stream, version }) => ({ eventId, streamId: stream.id, version })));
    return seen;
  };
}

/** The reader one would write first. */
function readerByPosition(limit: number): () => Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  let position = '0';
  return async () => {
    const rows = await database.dataSource.query<
      Record<'global_position' | 'event_id' | 'stream_id' | 'version', string>[]
    >(
      `SELECT global_position, event_id, stream_id, version FROM events
       WHERE global_position > $1::bigint ORDER BY global_position LIMIT $2`,
      [position, limit],
    );
    position = rows.at(-1)?.global_position ?? position;
    seen.push(...rows.map((row) => ({ eventId: row.event_id, streamId: row.stream_id, version: Number(row.version) })));
    return seen;
  };
}

function versionsByStream(seen: readonly Seen[]): number[][] {
  const byStream = Map.groupBy(seen, ({ streamId }) => streamId);
  return [...byStream.values()].map((events) => events.map(({ version }) => version));
}
