import { inTransaction, type Statement } from '@ci/database';
import { isErased } from '@ci/domain';
import { until, type TestDatabase } from '@ci/testing';

import {
  defineAggregate,
  lockStream,
  onCommittedCommands,
  projectionsOf,
  runCommand,
  runCommands,
  runFirstCommand,
  streamOf,
  VersionConflict,
  type AggregateErasure,
  type CommittedCommands,
  type NewEvent,
} from '../src/index.ts';
import {
  guestBook,
  guestBookEvents,
  type GuestBook,
  type GuestBookCommand,
  type GuestBookEvent,
} from './guest-book.ts';
import { openStore, rowCounts, stored } from './open-store.ts';

let database: TestDatabase;
const committed: CommittedCommands[] = [];
beforeAll(async () => {
  database = await openStore();
  await database.dataSource.query('CREATE TABLE pages (stream_id text NOT NULL, version int NOT NULL)');
  await database.dataSource.query('CREATE TABLE notices (text text NOT NULL)');
  onCommittedCommands(database.dataSource, (each) => void committed.push(each));
});
beforeEach(() => void committed.splice(0));
afterAll(() => database.drop());

const insertPages = (events: readonly NewEvent<GuestBookEvent>[]): Statement => ({
  text: 'INSERT INTO pages SELECT * FROM unnest($1::text[], $2::int[])',
  values: [events.map(({ stream }) => stream.id), events.map(({ version }) => version)],
});
const insertNotices = (notices: readonly { readonly text: string }[]): Statement => ({
  text: 'INSERT INTO notices SELECT unnest($1::text[])',
  values: [notices.map(({ text }) => text)],
});
const steps: string[] = [];
beforeEach(() => void steps.splice(0));

const book = defineAggregate<GuestBook, GuestBookCommand, GuestBookEvent, { readonly text: string }>({
  name: 'guest-book',
  decider: guestBook,
  events: guestBookEvents,
  projectors: [
    {
      name: 'pages',
      tables: ['pages'],
      project: (events) => {
        steps.push('project');
        return [insertPages(events)];
      },
    },
  ],
  messages: {
    source: '/books',
    of: (events, { names }) =>
      events.flatMap(({ event, stream }) =>
        event.type === 'Signed' ? [{ text: `${stream.id}: ${String(names.length)}` }] : [],
      ),
    statement: (notices) => {
      steps.push('store');
      return insertNotices(notices);
    },
  },
});

const item = (id: string, command: GuestBookCommand) => ({
  stream: streamOf(book, 'wsp_a', id),
  command,
  metadata: { actor: 'key_1' },
});
const open = (id: string) => item(id, { type: 'Open', pages: 100 });
const sign = (id: string, name: string) => item(id, { type: 'Sign', name });
const inTransactionOf = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(database.dataSource, work);
const noticesOf = (id: string) =>
  database.dataSource.query<unknown[]>('SELECT text FROM notices WHERE text LIKE $1', [`guest-book-${id}:%`]);
const pagesOf = (id: string) =>
  database.dataSource.query<unknown[]>('SELECT version FROM pages WHERE stream_id = $1 ORDER BY version', [
    `guest-book-${id}`,
  ]);

describe('runCommand', () => {
  it('stores events, read models and messages, and tells who listens how many messages there are', async () => {
    await inTransactionOf((tx) => runCommand(tx, book, open('one')));
    const { state, version } = await inTransactionOf((tx) => runCommand(tx, book, sign('one', 'Ada')));
    expect({ names: state.names, version }).toEqual({ names: ['Ada'], version: 2 });
    expect(await pagesOf('one')).toEqual([{ version: 1 }, { version: 2 }]);
    expect(await noticesOf('one')).toEqual([{ text: 'guest-book-one: 1' }]);
    expect(committed).toEqual([{ messages: 0 }, { messages: 1 }]);
  });

  it.each([false, true])('takes two round trips, queued or not: %s', async (queued) => {
    const id = `trips-${String(queued)}`;
    await inTransactionOf((tx) => runCommand(tx, book, open(id)));
    const trips: string[][] = [];
    let answered = true;
    const { subscribers } = database.dataSource;
    subscribers.push({
      beforeQuery: ({ query }) => {
        if (answered) trips.push([]);
        answered = false;
        trips
          .at(-1)
          ?.push(/COMMIT|FROM events|INSERT INTO (?:events|pages|notices)/.exec(query)?.[0] ?? 'begins, locks');
      },
      afterQuery: () => void (answered = true),
    });
    try {
      await inTransactionOf((tx) => runCommand(tx, { ...book, queued }, sign(id, 'Ada')));
    } finally {
      subscribers.pop();
    }
    // The client itself answers to the beginning, and sends it with what comes next.
    const sent = trips.filter((trip) => trip.some((one) => one !== 'begins, locks'));
    expect(sent.map((trip) => trip.filter((one) => one !== 'begins, locks'))).toEqual([
      ['FROM events'],
      ['INSERT INTO events', 'INSERT INTO pages', 'INSERT INTO notices', 'COMMIT'],
    ]);
  });

  it('writes nothing and tells nobody when the command has no effect, or its transaction none', async () => {
    await inTransactionOf((tx) => runCommand(tx, book, open('idle')));
    const before = await rowCounts(database.dataSource);
    committed.splice(0);
    expect((await inTransactionOf((tx) => runCommand(tx, book, open('idle')))).events).toEqual([]);
    const rolledBack = inTransactionOf(async (tx) => {
      await runCommand(tx, book, sign('idle', 'Ada'));
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await rowCounts(database.dataSource)).toEqual(before);
    expect(committed).toEqual([]);
  });

  it('erases once, with the state after the whole batch, and follows up, before the messages are stored', async () => {
    const seen: unknown[] = [];
    const erasure: AggregateErasure<GuestBook, GuestBookEvent> = {
      on: ['Signed'],
      also: async (_tx, erased) => {
        steps.push('erase');
        seen.push(...erased.map(({ id, event, state }) => ({ id, type: event.type, names: state.names })));
      },
    };
    const erasing = {
      ...book,
      erasure,
      followUp: async (_tx: unknown, events: readonly unknown[]) => {
        steps.push(`follow up ${String(events.length)}`);
      },
    };
    await inTransactionOf((tx) =>
      runCommands(tx, erasing, [open('erased'), sign('erased', 'Ada'), sign('erased', 'Bo')]),
    );
    const after = { id: 'erased', type: 'Signed', names: ['Ada', 'Bo'] };
    expect(seen).toEqual([after, after]);
    expect(steps).toEqual(['project', 'erase', 'follow up 3', 'store']);
    const { events } = await stored(database.dataSource, streamOf(book, 'wsp_a', 'erased'));
    const personal = events.map(({ event }) => (event.type === 'Signed' ? isErased(event.personal) : undefined));
    expect(personal).toEqual([undefined, true, true]);
  });

  it('queues behind a writer of the stream where the aggregate says so, and conflicts where it does not', async () => {
    await inTransactionOf((tx) => runCommand(tx, book, open('busy')));
    /** A second writer that begins while the first one holds the stream, and waits for it. */
    const overtaken = async (second: typeof book & { readonly queued?: boolean }) => {
      let waiting: Promise<unknown> = Promise.resolve();
      await inTransactionOf(async (first) => {
        await lockStream(first, streamOf(book, 'wsp_a', 'busy').id);
        waiting = inTransaction(
          database.dataSource,
          async (tx) => {
            await tx.query(`SET LOCAL application_name = 'second writer'`);
            return runCommand(tx, second, sign('busy', 'second'));
          },
          { attempts: 1 },
        );
        waiting.catch(() => undefined);
        await until(async () => {
          const [row] = await database.dataSource.query<{ waits: boolean }[]>(
            `SELECT wait_event_type = 'Lock' AS waits FROM pg_stat_activity WHERE application_name = 'second writer'`,
          );
          return row?.waits === true;
        });
        await runCommand(first, book, sign('busy', 'first'));
      });
      return waiting;
    };
    expect(await overtaken({ ...book, queued: true })).toMatchObject({ state: { names: ['first', 'second'] } });
    await expect(overtaken(book)).rejects.toMatchObject({ cause: expect.any(VersionConflict) as unknown });
  });
});

describe('runFirstCommand', () => {
  it('stores the same in one statement', async () => {
    const created = await runFirstCommand(database.dataSource, book, open('first'));
    expect(created.map(({ event }) => event.type)).toEqual(['BookOpened']);
    expect(await pagesOf('first')).toEqual([{ version: 1 }]);
    expect(committed).toEqual([{ messages: 0 }]);
    await expect(runFirstCommand(database.dataSource, book, open('first'))).rejects.toThrow(VersionConflict);
    expect(await pagesOf('first')).toEqual([{ version: 1 }]);
  });

  it('is refused where a read model would change what the same statement stores', async () => {
    const text = 'UPDATE pages SET version = 2';
    const changing = {
      ...book,
      projectors: [{ name: 'pages', tables: ['pages'], project: () => [{ text, values: [] }] }],
    };
    await expect(runFirstCommand(database.dataSource, changing, open('changed'))).rejects.toThrow('by INSERTs alone');
    expect((await stored(database.dataSource, streamOf(book, 'wsp_a', 'changed'))).version).toBe(0);
  });
});

it('names the read models as a rebuild knows them', () => {
  expect(projectionsOf(book)).toMatchObject([{ name: 'pages', tables: ['pages'], streamTypes: ['guest-book'] }]);
});
