import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';

import { isSame, type TableComparison } from './compare-rows.ts';
import type { CopiedTable } from './copied-table.ts';
import { fill, type Rebuild } from './project-page.ts';
import type { Projection } from './projection.ts';
import { qualified } from './quoted.ts';
import { RebuildRefused } from './rebuild-refused.ts';
import { readState, type RebuildState } from './rebuild-state.ts';
import {
  discardRebuild,
  ensureShadowSchema,
  prepareTables,
  rebuildSchemas,
  type RebuildSchemas,
} from './rebuild-tables.ts';
import { compareInSnapshot, swapTables } from './swap-tables.ts';

/** How a rebuild goes on. */
export type RebuildProgress =
  | { readonly step: 'resumed' | 'started'; readonly events: number; readonly of: number }
  | { readonly step: 'projected'; readonly events: number; readonly of: number }
  | { readonly step: 'comparing' | 'waiting-for-lock' };

export interface RebuildOptions {
  /** As the role that owns the tables, with the service's schema as search path, at least three connections and no time limits. */
  readonly dataSource: DataSource;
  readonly projection: Projection;
  /** Compare, and throw the new tables away. */
  readonly dryRun?: boolean;
  /** Swap although rows differ: because the projector was changed, or because the old rows are wrong. */
  readonly acceptDifferences?: boolean;
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Runs in the transaction that swaps: who did it is noted with it or not at all. */
  readonly inSwap?: (tx: EntityManager, comparison: readonly TableComparison[]) => Promise<void>;
  /** Events read and projected at once. */
  readonly pageEvents?: number;
  /** For how long the swap is tried against readers and writers that hold the tables. */
  readonly swapTimeoutMs?: number;
}

/** What became of it. `differs`: the new tables are kept, so that the next run goes on from there. */
export interface RebuildResult {
  readonly outcome: 'swapped' | 'compared' | 'differs';
  readonly events: number;
  readonly comparison: readonly TableComparison[];
}

/**
 * Makes the tables of a projection from scratch, beside the old ones, from the events; compares; puts them in place. The service reads and writes
 * all the while. A rebuild that ends early is gone on with by the next call. Throws RebuildRefused when it can not go on as things are.
 */
export async function rebuildProjection(options: RebuildOptions): Promise<RebuildResult> {
  const { dataSource, projection, pageEvents = 2_000 } = options;
  const schemas = await rebuildSchemas(dataSource);
  await ensureShadowSchema(dataSource, schemas);
  return asTheOnlyOne(dataSource, schemas, projection, async () => {
    const rebuild = { dataSource, projection, schemas, limits: { events: pageEvents, personalBytes: 32_000_000 } };
    const { copies, resumed } = await dataSource.transaction((tx) => prepareTables(tx, schemas, projection));
    return filled(rebuild, copies, options, resumed);
  });
}

/** How far a rebuild has come that was begun and neither ended nor aborted. */
export async function rebuildStatus(dataSource: DataSource, { name }: Projection): Promise<RebuildState | undefined> {
  return readState(dataSource.manager, name);
}

/** Throws away what a rebuild has made so far; the tables in use are not touched. False: there was nothing. */
export async function abortRebuild(dataSource: DataSource, projection: Projection): Promise<boolean> {
  const schemas = await rebuildSchemas(dataSource);
  return asTheOnlyOne(dataSource, schemas, projection, () =>
    dataSource.transaction((tx) => discardRebuild(tx, schemas, projection)),
  );
}

async function filled(
  rebuild: Rebuild,
  copies: readonly CopiedTable[],
  options: RebuildOptions,
  resumed: boolean,
): Promise<RebuildResult> {
  const { dataSource, projection } = rebuild;
  const { onProgress = () => undefined, dryRun = false, acceptDifferences = false } = options;
  const state = await readState(dataSource.manager, projection.name);
  if (state === undefined) throw new RebuildRefused(`The rebuild of ${projection.name} was aborted.`);
  const of = await countEvents(dataSource, projection);
  let { events, cursor } = state;
  onProgress({ step: resumed ? 'resumed' : 'started', events, of });
  const catchUp = async (): Promise<void> => {
    cursor = await fill(rebuild, cursor, (projected) => {
      events += projected;
      onProgress({ step: 'projected', events, of: Math.max(of, events) });
    });
  };

  await catchUp();
  await analyse(rebuild);
  const comparison = await untilDone(options, catchUp, () => {
    onProgress({ step: 'comparing' });
    return compareInSnapshot(rebuild, cursor);
  });
  if (dryRun) {
    await dataSource.transaction((tx) => discardRebuild(tx, rebuild.schemas, projection));
    return { outcome: 'compared', events, comparison };
  }
  if (!acceptDifferences && !comparison.every(isSame)) return { outcome: 'differs', events, comparison };
  await untilDone(options, catchUp, async () => {
    const swapped = await swapTables(rebuild, cursor, copies, async (tx) => options.inSwap?.(tx, comparison));
    if (!swapped) onProgress({ step: 'waiting-for-lock' });
    return swapped ? true : undefined;
  });
  return { outcome: 'swapped', events, comparison };
}

/** Tries again, each time closer to the end of the store. */
async function untilDone<T>(
  { projection, swapTimeoutMs = 120_000 }: RebuildOptions,
  catchUp: () => Promise<void>,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  const deadline = performance.now() + swapTimeoutMs;
  for (;;) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (performance.now() > deadline) {
      throw new RebuildRefused(
        `The tables of ${projection.name} are in use without a pause: is a dump or a long query running? Nothing was changed. Run it again later; it goes on from here.`,
      );
    }
    // Let those through that have queued up behind the attempt.
    await delay(200 + Math.random() * 300);
    await catchUp();
  }
}

/** The planner of the service knows nothing of the new tables otherwise. */
async function analyse({ dataSource, projection, schemas }: Rebuild): Promise<void> {
  for (const table of projection.tables) await dataSource.query(`ANALYZE ${qualified(schemas.shadow, table)}`);
}

async function countEvents(dataSource: DataSource, { streamTypes }: Projection): Promise<number> {
  // The versions of a stream are 1, 2, 3 …: far fewer rows to read than events.
  const [row] = await dataSource.query<{ readonly events: string }[]>(
    `SELECT coalesce(sum(version), 0) AS events FROM streams WHERE stream_type = ANY ($1::text[])`,
    [streamTypes],
  );
  return Number(row?.events ?? 0);
}

/** Held by a connection, not by a transaction: it has to outlast those of the pages, and ends with the process. */
async function asTheOnlyOne<T>(
  dataSource: DataSource,
  { present }: RebuildSchemas,
  { name }: Projection,
  work: () => Promise<T>,
): Promise<T> {
  const session = dataSource.createQueryRunner();
  const lock = [`rebuild:${present}/${name}`];
  try {
    const [row] = (await session.query(`SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held`, lock)) as {
      readonly held: boolean;
    }[];
    if (row?.held !== true)
      throw new RebuildRefused(`${name} is being rebuilt by another process. Wait for it, or stop it.`);
    try {
      return await work();
    } finally {
      await session.query(`SELECT pg_advisory_unlock(hashtextextended($1, 0))`, lock);
    }
  } finally {
    await session.release();
  }
}
