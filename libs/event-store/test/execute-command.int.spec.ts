import { inTransaction } from '@ci/database';
import { DomainError } from '@ci/domain';
import type { TestDatabase } from '@ci/testing';

import { executeCommand, type CommandExecution } from '../src/execute-command.ts';
import type { Projector } from '../src/index.ts';
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
import { openStore, rowCounts, store, stored } from './open-store.ts';

type Execution = CommandExecution<GuestBook, GuestBookCommand, GuestBookEvent>;

let database: TestDatabase;
beforeAll(async () => {
  database = await openStore();
  await database.dataSource.query(
    'CREATE TABLE signature_counts (stream_id text PRIMARY KEY, version bigint NOT NULL, signatures int NOT NULL)',
  );
});
afterAll(() => database.drop());

const countSignatures: Projector<GuestBookEvent> = (events) =>
  events.map(({ stream, version, event }) => ({
    text: `INSERT INTO signature_counts AS c VALUES ($1, $2, $3)
       ON CONFLICT (stream_id) DO UPDATE SET version = $2, signatures = c.signatures + $3 WHERE c.version = $2 - 1`,
    values: [stream.id, version, event.type === 'Signed' ? 1 : 0],
  }));

/** Runs the given statement, whatever has happened. */
const always =
  (text: string): Projector<GuestBookEvent> =>
  () => [{ text, values: [] }];

const execute = (stream: Execution['stream'], command: GuestBookCommand, more: Partial<Execution> = {}) =>
  inTransaction(database.dataSource, (tx) =>
    executeCommand({
      tx,
      stream,
      decider: guestBook,
      catalogue: guestBookEvents,
      command,
      metadata: { actor: 'key_1' },
      projectors: [countSignatures],
      ...more,
    }),
  );

const countOf = (id: string) =>
  database.dataSource.query('SELECT version, signatures FROM signature_counts WHERE stream_id = $1', [id]);

describe('executeCommand', () => {
  it('stores events and read model together and answers the new state', async () => {
    const stream = bookStream('command');
    await execute(stream, { type: 'Open', pages: 100 });
    const { state, version, events } = await execute(stream, { type: 'Sign', name: 'Ada' });
    expect({ state, version }).toEqual({ state: { pages: 100, names: ['Ada'] }, version: 2 });
    expect(events.map(({ event }) => event)).toEqual([signed(1, 'Ada')]);
    expect(events[0]).toMatchObject({ version: 2, stream, metadata: { actor: 'key_1' } });
    expect(await countOf(stream.id)).toEqual([{ version: '2', signatures: 1 }]);
  });

  it('publishes last, with the stored events and the state they led to', async () => {
    const stream = bookStream('publish');
    const published: unknown[] = [];
    const { events } = await execute(
      stream,
      { type: 'Open', pages: 7 },
      {
        publish: async (tx, stored, state) => {
          const projected = await tx.query<unknown[]>('SELECT 1 FROM signature_counts WHERE stream_id = $1', [
            stream.id,
          ]);
          published.push(stored, state, projected.length);
        },
      },
    );
    expect(published).toEqual([events, { pages: 7, names: [] }, 1]);
  });

  it('writes, projects and publishes nothing when nothing is decided', async () => {
    const stream = bookStream('nothing');
    await store(database.dataSource, stream, 0, [opened]);
    const before = await rowCounts(database.dataSource);
    const never = () => {
      throw new Error('must not run');
    };
    const answer = await execute(stream, { type: 'Open', pages: 5 }, { projectors: [never], publish: never });
    expect(answer).toEqual({ stream, state: { pages: 100, names: [] }, version: 1, events: [] });
    expect(await rowCounts(database.dataSource)).toEqual(before);
  });

  it.each<[string, Partial<Execution>]>([
    ['projector', { projectors: [countSignatures, always(`DO $$ BEGIN RAISE 'broken'; END $$`)] }],
    ['publisher', { publish: () => Promise.reject(new Error('broken')) }],
  ])('stores nothing when a %s fails', async (what, broken) => {
    const stream = bookStream(`broken-${what}`);
    await expect(execute(stream, { type: 'Open', pages: 5 }, broken)).rejects.toThrow('broken');
    expect((await stored(database.dataSource, stream)).version).toBe(0);
    expect(await countOf(stream.id)).toEqual([]);
  });

  it('passes on what the decider refuses', async () => {
    const refused = execute(bookStream('refused'), { type: 'Sign', name: 'Ada' });
    await expect(refused).rejects.toBeInstanceOf(DomainError);
    await expect(refused).rejects.toMatchObject({ code: 'conflict', message: 'The book is full.' });
  });

  it('goes on with a stream whose last event is in the future, since the clock of the database was set back', async () => {
    const stream = bookStream('set back');
    await store(database.dataSource, stream, 0, [opened]);
    await database.dataSource.query(`UPDATE events SET recorded_at = now() + interval '1 hour' WHERE stream_id = $1`, [
      stream.id,
    ]);
    const { events } = await execute(stream, { type: 'Sign', name: 'Ada' });
    expect(Math.abs((events[0]?.recordedAt.getTime() ?? 0) - Date.now())).toBeLessThan(30_000);
    expect((await stored(database.dataSource, stream)).version).toBe(2);
  });

  it("does not find another workspace's stream", async () => {
    await store(database.dataSource, bookStream('foreign', 'wsp_a'), 0, [opened]);
    const foreign = execute(bookStream('foreign', 'wsp_b'), { type: 'Sign', name: 'Eve' });
    await expect(foreign).rejects.toMatchObject({ code: 'not_found', status: 404 });
  });

  it('does not load a stream that is new, and conflicts when it is not', async () => {
    const stream = bookStream('new');
    const statements: string[] = [];
    const open = (): Promise<unknown> =>
      inTransaction(database.dataSource, (tx) => {
        const query = tx.query.bind(tx);
        tx.query = ((text: string, values?: unknown[]) => (
          statements.push(text),
          query(text, values)
        )) as typeof tx.query;
        const command = { type: 'Open', pages: 100 } as const;
        const kind = { decider: guestBook, catalogue: guestBookEvents, projectors: [countSignatures] };
        return executeCommand({ tx, stream, ...kind, command, metadata: {}, isNew: true });
      });
    await open();
    expect(statements.filter((text) => /FROM events/.test(text))).toEqual([]);
    expect(await countOf(stream.id)).toEqual([{ version: '1', signatures: 0 }]);
    await expect(open()).rejects.toMatchObject({ code: 'conflict' });
    expect(await countOf(stream.id)).toEqual([{ version: '1', signatures: 0 }]);
  });

  it('sends what projectors and publish write together', async () => {
    const order: string[] = [];
    const note = (what: string) => (query: { readonly query: string }) => {
      const [, name] = /^SELECT '(.+)'$/.exec(query.query) ?? [];
      if (name !== undefined) order.push(`${name} ${what}`);
    };
    const { subscribers } = database.dataSource;
    subscribers.push({ beforeQuery: note('sent'), afterQuery: note('answered') });
    try {
      const projectors = [always(`SELECT 'one'`), always(`SELECT 'two'`)];
      const publish: Execution['publish'] = async (tx) => void (await tx.query(`SELECT 'published'`));
      await execute(bookStream('together'), { type: 'Open', pages: 1 }, { projectors, publish });
    } finally {
      subscribers.pop();
    }
    expect(order.slice(0, 3)).toEqual(['one sent', 'two sent', 'published sent']);
  });

  it('waits for all when one fails, stores nothing, and names the one that failed', async () => {
    const stream = bookStream('fails');
    let ended = false;
    const publish: Execution['publish'] = async (tx) => {
      await tx.query('SELECT 1').catch(() => undefined);
      await tx.query('SELECT 2').catch(() => undefined);
      ended = true;
    };
    const projectors = [countSignatures, always('SELECT 1 / 0')];
    await expect(execute(stream, { type: 'Open', pages: 1 }, { projectors, publish })).rejects.toMatchObject({
      driverError: { code: '22012' },
    });
    expect(ended).toBe(true);
    expect(await countOf(stream.id)).toEqual([]);
  });
});
