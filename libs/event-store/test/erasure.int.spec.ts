import { inTransaction } from '@ci/database';
import { erased, type DomainEvent } from '@ci/domain';
import type { TestDatabase } from '@ci/testing';

import { append, eraseSubjects, loadState } from '../src/index.ts';
import { bookStream, guestBook, guestBookEvents, opened, signed, type GuestBookEvent } from './guest-book.ts';
import { openStore, store, stored } from './open-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.drop());

const erase = (subjectId: string) => inTransaction(database.dataSource, (tx) => eraseSubjects(tx, [subjectId]));
const eventsOf = async (id: string): Promise<DomainEvent[]> =>
  (await stored(database.dataSource, bookStream(id))).events.map(({ event }) => event);
const of = (guestId: string, event: GuestBookEvent): GuestBookEvent =>
  ({ ...event, subject: guestId }) as GuestBookEvent;

describe('erasing a subject', () => {
  it('leaves the events, with `erased` where a personal part was and nothing where none was', async () => {
    const stream = bookStream('erased');
    await store(database.dataSource, stream, 0, [opened, signed(1, 'Ada'), signed(2, 'Bob')]);
    expect(await erase(stream.id)).toBe(2);

    const events = await eventsOf('erased');
    expect(events).toEqual([opened, { ...signed(1), personal: erased }, { ...signed(2), personal: erased }]);
    expect(events[0]).not.toHaveProperty('personal');
  });

  it('keeps streams replayable and writable', async () => {
    const stream = bookStream('goes-on');
    await store(database.dataSource, stream, 0, [opened, signed(1, 'Ada')]);
    await erase(stream.id);
    await store(database.dataSource, stream, 2, [signed(2, 'Bob')]);
    const { version, state } = await loadState(database.dataSource.manager, stream.id, guestBook, guestBookEvents);
    expect({ version, state }).toEqual({ version: 3, state: { pages: 100, names: [null, 'Bob'] } });
  });

  it('reaches the events of one subject in every stream, and no one else', async () => {
    const events = [opened, of('con_ada', signed(1, 'Ada')), of('con_bob', signed(2, 'Bob')), signed(3, 'house')];
    await store(database.dataSource, bookStream('town'), 0, events);
    await store(database.dataSource, bookStream('village'), 0, [of('con_ada', signed(1, 'Ada'))]);
    expect(await eventsOf('town')).toEqual(events);

    expect(await erase('con_ada')).toBe(2);
    expect(await eventsOf('town')).toEqual([events[0], { ...events[1], personal: erased }, events[2], events[3]]);
    expect(await eventsOf('village')).toEqual([{ ...of('con_ada', signed(1)), personal: erased }]);
  });

  it('finds nothing the second time, nor for an unknown subject', async () => {
    await store(database.dataSource, bookStream('twice'), 0, [signed(1)]);
    expect(await erase(bookStream('twice').id)).toBe(1);
    expect(await erase(bookStream('twice').id)).toBe(0);
    expect(await erase('con_nobody')).toBe(0);
  });

  it('is undone with its transaction', async () => {
    const stream = bookStream('kept');
    await store(database.dataSource, stream, 0, [signed(1, 'Ada')]);
    const work = inTransaction(database.dataSource, async (tx) => {
      await eraseSubjects(tx, [stream.id]);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await eventsOf('kept')).toEqual([signed(1, 'Ada')]);
  });

  it('leaves no byte of the personal part in the store', async () => {
    const stream = bookStream('traces');
    await store(database.dataSource, stream, 0, [signed(1, 'Rumpelstiltskin')]);
    await erase(stream.id);
    const [row] = await database.dataSource.query<{ texts: string }[]>(
      `SELECT concat((SELECT jsonb_agg(e) FROM events e), (SELECT jsonb_agg(s) FROM streams s),
                     (SELECT jsonb_agg(p) FROM event_personal p)) AS texts`,
    );
    expect(row?.texts).toContain(stream.id);
    expect(row?.texts).not.toContain('Rumpelstiltskin');
  });
});

describe('append', () => {
  it('refuses an erased part as content', async () => {
    const copy = store(database.dataSource, bookStream('copy'), 0, [
      { ...signed(1), personal: erased } as GuestBookEvent,
    ]);
    await expect(copy).rejects.toThrow('Signed cannot be stored with an erased personal part');
  });

  it('refuses a subject without a personal part', async () => {
    const lost = database.dataSource.transaction((tx) =>
      append(tx, bookStream('lost'), 0, [of('con_ada', opened)], {}, guestBookEvents),
    );
    await expect(lost).rejects.toThrow('names a subject but has no personal part');
  });

  it('stores personal text that jsonb would refuse', async () => {
    const odd = signed(1, 'NUL \u0000, a lone surrogate \ud800');
    await store(database.dataSource, bookStream('odd-text'), 0, [odd]);
    expect(await eventsOf('odd-text')).toEqual([odd]);
  });
});
