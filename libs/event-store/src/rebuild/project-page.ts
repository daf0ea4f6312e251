import { planByIndex } from '@ci/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { StoreCursor } from '../read-all.ts';
import { nextPage, type EventPage, type PageLimits } from './event-pages.ts';
import type { Projection } from './projection.ts';
import { quoted } from './quoted.ts';
import { moveState } from './rebuild-state.ts';
import type { RebuildSchemas } from './rebuild-tables.ts';

/** One rebuild of one projection. */
export interface Rebuild {
  readonly dataSource: DataSource;
  readonly projection: Projection;
  readonly schemas: RebuildSchemas;
  readonly limits: PageLimits;
}

/**
 * Turns a transaction to the new tables: what the projector names it finds in the schema of the copies first, everything else where it is.
 * Joins go by index: the tables have no statistics yet, and a page is small beside them.
 */
export async function enterShadow(tx: EntityManager, { present, shadow }: RebuildSchemas): Promise<void> {
  await tx.query(`SET LOCAL search_path TO ${quoted(shadow)}, ${quoted(present)}`);
  await planByIndex(tx);
}

/** Fills the new tables up to (nearly) the end of the store; each page in a separate transaction, with how far it got. */
export async function fill(
  rebuild: Rebuild,
  from: StoreCursor,
  onPage: (events: number) => void,
): Promise<StoreCursor> {
  const { projection } = rebuild;
  let cursor = from;
  let coming = readPage(rebuild, cursor);
  for (;;) {
    const page = await coming;
    if (page.rows.length === 0) return cursor;
    // Read the next page while this one is written.
    coming = readPage(rebuild, page.cursor);
    try {
      await rebuild.dataSource.transaction(async (tx) => {
        await enterShadow(tx, rebuild.schemas);
        await projection.apply(tx, page.rows);
        await moveState(tx, projection.name, cursor, page.cursor, page.rows.length);
      });
    } catch (error) {
      await coming.catch(() => undefined);
      throw error;
    }
    onPage(page.rows.length);
    cursor = page.cursor;
    if (!page.more) {
      await coming;
      return cursor;
    }
  }
}

/**
 * Applies what the transaction sees beyond the cursor, in the transaction that asks; false (and nothing more done) when that is more than a
 * few pages: then it has to catch up first.
 */
export async function applyVisible(tx: EntityManager, rebuild: Rebuild, from: StoreCursor): Promise<boolean> {
  const { projection, limits } = rebuild;
  let cursor = from;
  for (let pages = 0; pages < 3; pages += 1) {
    const page: EventPage = await nextPage(tx, projection.streamTypes, cursor, 'visible', limits);
    if (page.rows.length > 0) await projection.apply(tx, page.rows);
    if (!page.more) return true;
    cursor = page.cursor;
  }
  return false;
}

function readPage({ dataSource, projection, limits }: Rebuild, cursor: StoreCursor): Promise<EventPage> {
  return dataSource.transaction(async (tx) => {
    await planByIndex(tx);
    return nextPage(tx, projection.streamTypes, cursor, 'settled', limits);
  });
}
