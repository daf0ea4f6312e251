import { defineEvents, UnknownEvent } from '@ci/domain';
import type { TestDatabase } from '@ci/testing';

import { beginAppend } from '../src/append.ts';
import { append, load, loadState, VersionConflict } from '../src/index.ts';
import { bookStream, guestBook, guestBookEvents, opened, signed } from './guest-book.ts';
import { openStore, rowCounts, store, stored, withoutPosition } from './open-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.drop());

describe('append', () => {
  it('numbers the events of a stream from 1, and load gives back what append answered', async () => {
    const stream = bookStream('numbers');
    const metadata = { actor: 'key_1', correlationId: 'req_1', traceparent: '00-1' };
    const first = await store(database.dataSource, stream, 0, [opened, signed(1)], metadata);
    const second = await store(database.dataSource, stream, 2, [signed(2)]);

    const loaded = await stored(database.dataSource, stream);
    expect(loaded.version).toBe(3);
    expect(loaded.events.map(withoutPosition)).toEqual([...first, ...second]);
    expect(loaded.events.map(({ version, event }) => [version, event])).toEqual([
      [1, opened],
      [2, signed(1)],
      [3, signed(2)],
    ]);
    expect(first[0]).toMatchObject({ stream, metadata });
    expect(first[0]?.recordedAt).toBeInstanceOf(Date);
  });

  it('finds no stream before its first event', async () => {
    const none = bookStream('none');
    expect(await stored(database.dataSource, none)).toEqual({ version: 0, events: [] });
    expect(await loadState(database.dataSource.manager, none.id, guestBook, guestBookEvents)).toEqual({
      version: 0,
      state: { pages: 0, names: [] },
    });
  });

  it('folds a stream into the state of its decider', async () => {
    const stream = bookStream('state');
    await store(database.dataSource, stream, 0, [opened, signed(1, 'Ada'), signed(2, 'Bob')]);
    expect(await loadState(database.dataSource.manager, stream.id, guestBook, guestBookEvents)).toEqual({
      version: 3,
      state: { pages: 100, names: ['Ada', 'Bob'] },
    });
  });

  it.each([
    ['as new, though it exists', 0],
    ['at a version it has left', 1],
    ['at a version it has not reached', 3],
  ])('refuses a stream that is expected %s', async (_, expectedVersion) => {
    const stream = bookStream(`expected-${expectedVersion}`);
    await store(database.dataSource, stream, 0, [opened, signed(1)]);
    const before = await rowCounts(database.dataSource);

    await expect(store(database.dataSource, stream, expectedVersion, [signed(2)])).rejects.toThrow(VersionConflict);
    expect(await rowCounts(database.dataSource)).toEqual(before);
  });

  it('refuses a version of a stream that does not exist', async () => {
    await expect(store(database.dataSource, bookStream('ghost'), 1, [opened])).rejects.toThrow(VersionConflict);
  });

  it("refuses to write into another workspace's stream", async () => {
    await store(database.dataSource, bookStream('owned', 'wsp_a'), 0, [opened]);
    for (const expected of [0, 1]) {
      const foreign = store(database.dataSource, bookStream('owned', 'wsp_b'), expected, [signed(1)]);
      await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('writes several streams in one transaction, in any order, and one of them twice', async () => {
    const [left, right] = [bookStream('left'), bookStream('right')];
    await database.dataSource.transaction(async (tx) => {
      await append(tx, left, 0, [opened], {}, guestBookEvents);
      await append(tx, right, 0, [opened], {}, guestBookEvents);
      await append(tx, left, 1, [signed(1)], {}, guestBookEvents);
    });
    await database.dataSource.transaction(async (tx) => {
      await append(tx, right, 1, [signed(1)], {}, guestBookEvents);
      await append(tx, left, 2, [signed(2)], {}, guestBookEvents);
      expect((await load(tx, left.id, guestBookEvents)).version).toBe(3);
    });
    expect((await stored(database.dataSource, left)).version).toBe(3);
    expect((await stored(database.dataSource, right)).version).toBe(2);
  });

  it('stores all of several streams or none', async () => {
    const [good, bad] = [bookStream('good'), bookStream('bad')];
    await store(database.dataSource, bad, 0, [opened]);
    const both = database.dataSource.transaction(async (tx) => {
      await append(tx, good, 0, [opened], {}, guestBookEvents);
      await append(tx, bad, 0, [opened], {}, guestBookEvents);
    });
    await expect(both).rejects.toThrow(VersionConflict);
    expect((await stored(database.dataSource, good)).version).toBe(0);
  });

  it('keeps thousands of events of one append in order', async () => {
    const stream = bookStream('long');
    const events = Array.from({ length: 3_000 }, (_, index) => signed(index + 1, `"guest" \\ {${index}}, Ünïcødé 🙂`));
    await store(database.dataSource, stream, 0, events);
    const loaded = (await stored(database.dataSource, stream)).events;
    const positions = loaded.map(({ globalPosition }) => BigInt(globalPosition));
    expect(positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0n))).toBe(true);
    expect(loaded.map(({ event }) => event)).toEqual(events);
  });

  it('stores a personal part of 10 MB that is full of quotes and backslashes', async () => {
    const stream = bookStream('heavy');
    const heavy = signed(1, '"\\\n'.repeat(1_700_000));
    await store(database.dataSource, stream, 0, [heavy]);
    const { events } = await stored(database.dataSource, stream);
    expect(JSON.stringify(events[0]?.event) === JSON.stringify(heavy)).toBe(true);
  });

  it('writes nothing for no events', async () => {
    expect(await store(database.dataSource, bookStream('silent'), 0, [])).toEqual([]);
    expect((await stored(database.dataSource, bookStream('silent'))).version).toBe(0);
  });

  it.each([
    ['ahead of the database', 60_000],
    ['long before it', -120_000],
  ])('refuses a time that is %s', async (which, offsetMs) => {
    const stream = bookStream(`time ${which}`);
    const change = { stream, expectedVersion: 0, events: [opened], metadata: {} };
    const begun = database.dataSource.transaction(
      (tx) => beginAppend(tx, [change], new Date(Date.now() + offsetMs), guestBookEvents).stored,
    );
    await expect(begun).rejects.toThrow(VersionConflict);
    expect((await stored(database.dataSource, stream)).version).toBe(0);
  });

  it('is refused outside a transaction', async () => {
    const alone = append(database.dataSource.manager, bookStream('alone'), 0, [opened], {}, guestBookEvents);
    await expect(alone).rejects.toThrow('append needs an open transaction');
  });

  it.each([-1, 0.5, Number.NaN])('refuses %p as an expected version', async (version) => {
    await expect(store(database.dataSource, bookStream('odd'), version, [opened])).rejects.toThrow(TypeError);
  });
});

describe('load', () => {
  it('brings events of an earlier schema version up', async () => {
    const stream = bookStream('old');
    await store(database.dataSource, stream, 0, [opened]);
    const today = defineEvents<{ readonly type: 'BookOpened'; readonly data: { readonly sheets: number } }>({
      BookOpened: {
        version: 2,
        upcast: { 1: (event) => ({ ...event, data: { sheets: Number(event.data['pages']) / 2 } }) },
      },
    });
    const { events } = await load(database.dataSource.manager, stream.id, today);
    expect(events.map(({ event }) => event)).toEqual([{ type: 'BookOpened', data: { sheets: 50 } }]);
  });

  it('refuses a stream with an event it does not know', async () => {
    const stream = bookStream('unknown');
    await store(database.dataSource, stream, 0, [opened, signed(1)]);
    const partial = defineEvents<typeof opened & { readonly type: 'BookOpened' }>({ BookOpened: { version: 1 } });
    await expect(load(database.dataSource.manager, stream.id, partial)).rejects.toThrow(UnknownEvent);
  });
});
