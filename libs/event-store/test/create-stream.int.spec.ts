import type { Statement } from '@ci/database';
import type { TestDatabase } from '@ci/testing';

import { createStream, type StreamCreation } from '../src/create-stream.ts';
import { VersionConflict } from '../src/index.ts';
import { DatabaseClock } from '../src/database-clock.ts';
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

type Creation = StreamCreation<GuestBook, GuestBookCommand, GuestBookEvent>;

let database: TestDatabase;
beforeAll(async () => {
  database = await openStore();
  await database.dataSource.query(
    `CREATE TABLE books (stream_id text PRIMARY KEY, pages int NOT NULL CHECK (pages < 1000), opened_at timestamptz NOT NULL)`,
  );
  await database.dataSource.query(`CREATE TABLE notices (stream_id text NOT NULL, text text NOT NULL)`);
});
afterAll(() => database.drop());

const bookRow: Creation['writes'] = (events, state) => [
  ...events.map(({ stream, recordedAt }) => ({
    text: `INSERT INTO books (pages, stream_id, opened_at) SELECT $2::int, $1::text, $3::timestamptz`,
    values: [stream.id, state.pages, recordedAt.toISOString()],
  })),
  ...events.map(({ stream }): Statement => ({
    text: `INSERT INTO notices SELECT * FROM unnest($1::text[], $2::text[])`,
    values: [[stream.id], ['opened']],
  })),
];

const open = (id: string, pages = 100, more: Partial<Creation> = {}) =>
  createStream<GuestBook, GuestBookCommand, GuestBookEvent>(database.dataSource, {
    stream: bookStream(id),
    command: { type: 'Open', pages },
    metadata: { actor: 'key_1' },
    decider: guestBook,
    catalogue: guestBookEvents,
    writes: bookRow,
    ...more,
  });

const rowsOf = (id: string) =>
  database.dataSource.query<{ pages: number; opened_at: Date; text: string }[]>(
    'SELECT pages, opened_at, text FROM books JOIN notices USING (stream_id) WHERE stream_id = $1',
    [bookStream(id).id],
  );

describe('createStream', () => {
  it('stores events and what belongs to them, and answers them as they are loaded', async () => {
    const created = await open('new');
    const { events } = await stored(database.dataSource, bookStream('new'));
    expect(events.map(withoutPosition)).toEqual(created);
    expect(await rowsOf('new')).toEqual([{ pages: 100, opened_at: created[0]?.recordedAt, text: 'opened' }]);
  });

  it('stores several events, with their personal parts in their order', async () => {
    const decider = { ...guestBook, decide: () => [opened, signed(1, 'Ada'), signed(2, 'Bo')] };
    await open('several', 100, { decider, writes: () => [] });
    const { events, version } = await stored(database.dataSource, bookStream('several'));
    expect({ version, events: events.map(({ event }) => event) }).toEqual({
      version: 3,
      events: [opened, signed(1, 'Ada'), signed(2, 'Bo')],
    });
  });

  it('takes one round trip', async () => {
    await open('before');
    const sent: string[] = [];
    const watcher = { beforeQuery: ({ query }: { query: string }) => void sent.push(query) };
    database.dataSource.subscribers.push(watcher);
    try {
      await open('counted');
    } finally {
      database.dataSource.subscribers.splice(database.dataSource.subscribers.indexOf(watcher), 1);
    }
    expect(sent).toHaveLength(1);
  });

  it('is a conflict for a stream that exists, whosever it is, and stores nothing then', async () => {
    await store(database.dataSource, bookStream('taken', 'wsp_b'), 0, [opened]);
    const before = await rowCounts(database.dataSource);
    await expect(open('taken')).rejects.toThrow(VersionConflict);
    expect(await rowCounts(database.dataSource)).toEqual(before);
    expect(await rowsOf('taken')).toEqual([]);
  });

  it('stores nothing when a part of it fails', async () => {
    const before = await rowCounts(database.dataSource);
    await expect(open('too-thick', 1000)).rejects.toThrow(/books_pages_check/);
    expect(await rowCounts(database.dataSource)).toEqual(before);
  });

  it('lets one of many through that create the same stream', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => open('hot')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(VersionConflict);
    }
    expect(await rowsOf('hot')).toHaveLength(1);
  });

  it('never records a time that the database has not reached: the next event would be older', async () => {
    for (let n = 0; n < 50; n += 1) {
      const stream = bookStream(`time-${n}`);
      const [first] = await open(`time-${n}`);
      const [second] = await store(database.dataSource, stream, 1, [signed(1)]);
      expect(second?.recordedAt.getTime()).toBeGreaterThanOrEqual(first?.recordedAt.getTime() ?? Infinity);
    }
  });

  it.each([
    ['back', 60_000],
    ['ahead', -120_000],
  ])('is refused once when the clock of the database was set %s', async (way, offsetMs) => {
    DatabaseClock.of(database.dataSource).heard(new Date(Date.now() + offsetMs));
    await expect(open(`set-${way}`)).rejects.toThrow(VersionConflict);
    const [created] = await open(`set-${way}`);
    expect(Math.abs((created?.recordedAt.getTime() ?? 0) - Date.now())).toBeLessThan(30_000);
  });
});
