import { isConcurrencyConflict } from '@ci/database';
import { defineEvents, type DomainEvent } from '@ci/domain';
import { until, type TestDatabase } from '@ci/testing';
import fc from 'fast-check';
import type { QueryRunner } from 'typeorm';

import { append, load, readAll, startOfStore, type StoredEvent } from '../src/index.ts';
import { openStore } from './open-store.ts';

/**
 * Clients that write to the same streams at once, and whose connections die at bad moments. What was reported to a client is what a later load
 * must show: a transaction that was confirmed is there, one that was refused, rolled back or killed before its COMMIT is not. Of one whose
 * COMMIT was under way nothing is known: it may be there or not, but wholly, and a client that has once seen it sees it for ever.
 */
const fates = ['commit', 'roll back', 'killed before COMMIT', 'killed during COMMIT', 'cut off during COMMIT'] as const;
type Fate = (typeof fates)[number];

interface Operation {
  /** Each is written to, in one transaction. */
  readonly streams: readonly number[];
  readonly count: number;
  readonly fate: Fate;
}

type Outcome = 'there' | 'absent' | 'unknown';

const operation: fc.Arbitrary<Operation> = fc.record({
  // Sorted: two transactions must not wait for each other.
  streams: fc.subarray([0, 1, 2], { minLength: 1, maxLength: 2 }),
  count: fc.integer({ min: 1, max: 3 }),
  fate: fc.oneof(
    { weight: 3, arbitrary: fc.constant('commit' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...fates) },
  ),
});

const clients = fc.array(fc.array(operation, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });

const catalogue = defineEvents<DomainEvent>({ Written: { version: 1 } });

let database: TestDatabase;
beforeAll(async () => {
  database = await openStore(8);
});
afterAll(() => database.drop());

describe('the store, when connections die', () => {
  it('holds what was confirmed, nothing that was not, and all or nothing of the rest', async () => {
    let run = 0;
    const met = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(clients, async (plans) => {
        run += 1;
        const history = new History(run);
        await Promise.all(plans.map((plan, client) => history.play(client, plan)));
        await history.check();
        for (const { fate, outcome } of history.outcomes) {
          met.set(`${fate}: ${outcome}`, (met.get(`${fate}: ${outcome}`) ?? 0) + 1);
        }
      }),
      { numRuns: 25 },
    );
    // The runs above met the cases that they are about.
    expect([...met.keys()]).toEqual(
      expect.arrayContaining(['commit: there', 'roll back: absent', 'killed before COMMIT: absent']),
    );
    // No foreign key looks after that.
    const [left] = await database.dataSource.query<object[]>(`
      SELECT (SELECT count(*) FROM events e WHERE NOT EXISTS (SELECT FROM streams s WHERE s.stream_id = e.stream_id))::int AS events,
             (SELECT count(*) FROM event_personal p WHERE NOT EXISTS (SELECT FROM events e WHERE e.event_id = p.event_id))::int AS parts`);
    expect(left).toEqual({ events: 0, parts: 0 });
    expect(met.has('killed during COMMIT: unknown') || met.has('cut off during COMMIT: unknown')).toBe(true);
  }, 180_000);
});

interface Attempt {
  readonly tag: string;
  readonly operation: Operation;
  readonly fate: Fate;
  readonly outcome: Outcome;
}

/** What the clients of one run did, got and saw. */
class History {
  readonly outcomes: Attempt[] = [];
  readonly #seen: { readonly stream: number; readonly tags: readonly string[] }[] = [];

  constructor(readonly run: number) {}

  async play(client: number, plan: readonly Operation[]): Promise<void> {
    for (const [index, each] of plan.entries()) {
      const tag = `${client}.${index}`;
      this.outcomes.push({ tag, operation: each, fate: each.fate, outcome: await this.#attempt(tag, each) });
      for (const stream of each.streams) this.#seen.push({ stream, tags: tagsOf((await this.#load(stream)).events) });
    }
  }

  async check(): Promise<void> {
    await noWriterIsActive();
    const [first, second, third] = await Promise.all([0, 1, 2].map((stream) => this.#load(stream)));
    const finals = [first, second, third].map((loaded) => loaded?.events ?? []);
    for (const events of finals) {
      expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
    }
    const tags = finals.map(tagsOf);
    this.#checkOutcomes(tags);
    for (const { stream, tags: seen } of this.#seen) expect(tags[stream]?.slice(0, seen.length)).toEqual(seen);
    await this.#checkReadAll(tags);
  }

  /** Every attempt is in all of its streams, with all its events side by side, or in none. */
  #checkOutcomes(tags: readonly (readonly string[])[]): void {
    const expected = this.outcomes.filter(({ tag, operation: { streams }, outcome }) => {
      const isThere = streams.some((stream) => tags[stream]?.includes(tag));
      if (outcome !== 'unknown') expect([tag, isThere]).toEqual([tag, outcome === 'there']);
      return isThere;
    });
    for (const [stream, found] of tags.entries()) {
      const here = expected.filter(({ operation: { streams } }) => streams.includes(stream));
      expect(found.toSorted()).toEqual(
        here.flatMap(({ tag, operation: { count } }) => Array.from({ length: count }, () => tag)).toSorted(),
      );
      const blocks = found.filter((tag, index) => tag !== found[index - 1]);
      expect(blocks.length).toBe(new Set(blocks).size);
    }
  }

  async #checkReadAll(tags: readonly (readonly string[])[]): Promise<void> {
    const read = await until(async () => {
      const { events } = await readAll(database.dataSource, startOfStore, 100_000, catalogue);
      const own = events.filter(({ stream }) => stream.id.startsWith(`crash-${this.run}-`));
      return own.length === tags.flat().length && { own };
    });
    for (const [stream, expected] of tags.entries()) {
      expect(tagsOf(read.own.filter((event) => event.stream.id === this.#streamOf(stream).id))).toEqual(expected);
    }
  }

  async #attempt(tag: string, { streams, count, fate }: Operation): Promise<Outcome> {
    const runner = await begun();
    try {
      for (const stream of streams) {
        const { version } = await load(runner.manager, this.#streamOf(stream).id, catalogue);
        const events = Array.from({ length: count }, (): DomainEvent => ({ type: 'Written', data: { tag } }));
        await append(runner.manager, this.#streamOf(stream), version, events, {}, catalogue);
      }
      return await end(runner, fate);
    } catch (error) {
      if (!isConcurrencyConflict(error)) throw error;
      await runner.rollbackTransaction();
      return 'absent';
    } finally {
      await runner.release();
    }
  }

  #load(stream: number) {
    return until(() => load(database.dataSource.manager, this.#streamOf(stream).id, catalogue));
  }

  #streamOf(stream: number) {
    return { type: 'crash', id: `crash-${this.run}-${stream}`, workspaceId: 'wsp_a' };
  }
}

/** In a transaction. The pool may lend a connection that was killed once more before it notices: then another one. */
async function begun(): Promise<QueryRunner> {
  return until(async () => {
    const runner = database.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      return runner;
    } catch (error) {
      await runner.release();
      throw error;
    }
  });
}

async function end(runner: QueryRunner, fate: Fate): Promise<Outcome> {
  switch (fate) {
    case 'commit':
      await runner.commitTransaction();
      return 'there';
    case 'roll back':
      await runner.rollbackTransaction();
      return 'absent';
    case 'killed before COMMIT':
      await kill(await pidOf(runner));
      return (await isConfirmed(runner.commitTransaction())) ? 'there' : 'absent';
    case 'killed during COMMIT': {
      const pid = await pidOf(runner);
      const [confirmed] = await Promise.all([isConfirmed(runner.commitTransaction()), kill(pid)]);
      return confirmed ? 'there' : 'unknown';
    }
    case 'cut off during COMMIT': {
      const connection = (await runner.connect()) as { readonly connection: { readonly stream: { destroy(): void } } };
      const committing = isConfirmed(runner.commitTransaction());
      await Promise.resolve();
      connection.connection.stream.destroy();
      return (await committing) ? 'there' : 'unknown';
    }
  }
}

/** A server process whose client is gone may still be committing. */
async function noWriterIsActive(): Promise<void> {
  await until(async () => {
    const [{ busy }] = await database.dataSource.query<[{ busy: number }]>(
      `SELECT count(*)::int AS busy FROM pg_stat_activity
       WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
    );
    return busy === 0;
  });
}

async function isConfirmed(commit: Promise<void>): Promise<boolean> {
  try {
    await commit;
    return true;
  } catch {
    return false;
  }
}

async function pidOf(runner: QueryRunner): Promise<number> {
  const [{ pid }] = (await runner.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
  return pid;
}

const kill = (pid: number) => until(() => database.dataSource.query('SELECT pg_terminate_backend($1, 5000)', [pid]));

const tagsOf = (events: readonly StoredEvent<DomainEvent>[]): string[] =>
  events.map(({ event }) => (event.data as { readonly tag: string }).tag);
