import { until, type TestDatabase } from '@ci/testing';

import { append, readAll, startOfStore, type StoreCursor } from '../src/index.ts';
import { bookStream, guestBookEvents, opened, signed } from './guest-book.ts';
import { openStore, store } from './open-store.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await openStore();
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
});

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
