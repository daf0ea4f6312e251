import { deepStrictEqual } from 'node:assert/strict';
import { inTransaction, sendTogether } from '@ci/database';
import { DomainError, type Decider, type DomainEvent, type EventCatalogue, type StreamRef } from '@ci/domain';
import { sqlStateOf, UNIQUE_VIOLATION } from '@ci/errors';
import type { DataSource, EntityManager } from 'typeorm';
import { eraseSubjects } from './erase-subjects.ts';
import { executeCommand, type Projector } from './execute-command.ts';
import { loadAll } from './load.ts';
import { isSame } from './rebuild/compare-rows.ts';
import type { Projection } from './rebuild/projection.ts';
import { quoted } from './rebuild/quoted.ts';
import { rebuildProjection } from './rebuild/rebuild-projection.ts';
import type { NewEvent } from './stored-event.ts';

/** What is checked: the projectors that run inline with one kind of stream, and what operators rebuild with them. */
export interface ProjectorsUnderTest<State, Command, Event extends DomainEvent> {
  /** Of a database for this test alone: all that is in the tables goes. */
  readonly dataSource: DataSource;
  readonly decider: Decider<State, Command, Event>;
  readonly catalogue: EventCatalogue<Event>;
  readonly projectors: readonly Projector<Event>[];
  readonly projections: readonly Projection[];
  /** With an event of this type the personal parts of its stream are erased. */
  readonly erasedBy?: Event['type'];
}

/** One command after the other; what is refused is left out. */
export interface ProjectedHistory<Command> {
  readonly commands: readonly { readonly stream: StreamRef; readonly command: Command }[];
  /** How many events each call of the projectors gets, over and over until there are none left. */
  readonly sizes: readonly number[];
}

/**
 * Throws unless the rows are the same: made inline by one command after the other, by the same events cut into calls of any sizes, one by
 * one, and by a rebuild; with the personal parts as they were at the time, and as they are after erasures. Answers how many events there were.
 */
export async function checkProjectors<State, Command, Event extends DomainEvent>(
  tested: ProjectorsUnderTest<State, Command, Event>,
  { commands, sizes }: ProjectedHistory<Command>,
): Promise<number> {
  const { dataSource, projections, catalogue } = tested;
  const tables = projections.flatMap((projection) => projection.tables);
  await dataSource.query(`TRUNCATE streams, events, event_personal, ${tables.map(quoted).join(', ')} CASCADE`);
  const lived = await live(tested, commands);
  const inline = await rowsOf(dataSource.manager, tables);

  const streamIds = [...new Set(lived.map(({ stream }) => stream.id))];
  const stored = [...(await loadAll(dataSource.manager, streamIds, catalogue)).values()]
    .flatMap(({ events }) => events)
    .toSorted((one, other) => Number(BigInt(one.globalPosition) - BigInt(other.globalPosition)));
  for (const events of [lived, stored]) {
    for (const cut of [[1], sizes]) {
      const rows = await rowsFromCalls(tested, tables, inCalls(events, cut));
      deepStrictEqual(rows, inline, `${events === lived ? 'lived' : 'stored'} events in calls of ${cut.join(', ')}`);
    }
  }
  for (const projection of projections) {
    const { comparison } = await rebuildProjection({ dataSource, projection, pageEvents: sizes[0] ?? 1, dryRun: true });
    deepStrictEqual(
      comparison.filter((table) => !isSame(table)),
      [],
      `${projection.name} rebuilt`,
    );
  }
  return lived.length;
}

async function live<State, Command, Event extends DomainEvent>(
  { dataSource, decider, catalogue, projectors, erasedBy }: ProjectorsUnderTest<State, Command, Event>,
  commands: ProjectedHistory<Command>['commands'],
): Promise<NewEvent<Event>[]> {
  const lived: NewEvent<Event>[] = [];
  for (const { stream, command } of commands) {
    try {
      const { events } = await inTransaction(dataSource, (tx) =>
        executeCommand({
          ...{ tx, stream, decider, catalogue, command, projectors, metadata: {} },
          publish: async (_tx, added) => {
            if (added.some(({ event }) => event.type === erasedBy)) await eraseSubjects(tx, [stream.id]);
          },
        }),
      );
      lived.push(...events);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  return lived;
}

function isRefusal(error: unknown): boolean {
  return error instanceof DomainError || sqlStateOf(error) === UNIQUE_VIOLATION;
}

function* inCalls<Event>(events: readonly Event[], sizes: readonly number[]): Generator<readonly Event[]> {
  for (let from = 0, call = 0; from < events.length; call += 1) {
    const size = Math.max(1, sizes[call % sizes.length] ?? 1);
    yield events.slice(from, from + size);
    from += size;
  }
}

/** Of tables that were empty before. Nothing of it stays. */
async function rowsFromCalls<State, Command, Event extends DomainEvent>(
  { dataSource, projectors }: ProjectorsUnderTest<State, Command, Event>,
  tables: readonly string[],
  calls: Iterable<readonly NewEvent<Event>[]>,
): Promise<Rows> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query(`TRUNCATE ${tables.map(quoted).join(', ')} CASCADE`);
    for (const events of calls) {
      for (const project of projectors) await sendTogether(runner.manager, project(events));
    }
    return await rowsOf(runner.manager, tables);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

type Rows = Readonly<Record<string, readonly string[]>>;

async function rowsOf(database: EntityManager, tables: readonly string[]): Promise<Rows> {
  const rows: Record<string, readonly string[]> = {};
  for (const table of tables) {
    const found = await database.query<{ row: string }[]>(
      `SELECT t::text AS row FROM ${quoted(table)} AS t ORDER BY 1`,
    );
    rows[table] = found.map(({ row }) => row);
  }
  return rows;
}
