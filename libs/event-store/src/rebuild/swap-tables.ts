import { sqlStateOf } from '@ci/errors';
import type { EntityManager } from 'typeorm';

import type { StoreCursor } from '../read-all.ts';
import { compareRows, type TableComparison } from './compare-rows.ts';
import type { CopiedTable } from './copied-table.ts';
import { applyVisible, enterShadow, type Rebuild } from './project-page.ts';
import { qualified, quoted } from './quoted.ts';
import { deleteState } from './rebuild-state.ts';

/**
 * Compares old and new rows as of one moment, while clients read and write: a snapshot shows an event exactly when it shows what the
 * event's own transaction projected. What the copy still lacks of that moment is applied for the comparison alone and taken back.
 * Undefined: the copy was too far behind.
 */
export async function compareInSnapshot(
  rebuild: Rebuild,
  cursor: StoreCursor,
): Promise<readonly TableComparison[] | undefined> {
  const { dataSource, projection, schemas } = rebuild;
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction('REPEATABLE READ');
    await enterShadow(runner.manager, schemas);
    if (!(await applyVisible(runner.manager, rebuild, cursor))) return undefined;
    await planForWholeTables(runner.manager);
    const comparisons: TableComparison[] = [];
    for (const table of projection.tables) {
      comparisons.push(await compareRows(runner.manager, schemas.present, schemas.shadow, table));
    }
    return comparisons;
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}

/** How long readers and writers may be made to wait for one try. Below a second, after which Postgres looks for deadlocks and ends one side. */
const LOCK_MS = 300;

/**
 * Puts the new tables in the place of the old ones, in one short transaction. False: a table was not released in time.
 *
 * ACCESS EXCLUSIVE on the tables is all the barrier that is needed, and costs writers nothing before: a projection is written in the
 * transaction of its event, so while the lock is held every event that has an effect here is either committed with its effect, and then
 * visible to the next statement, or has not touched the tables yet. Such a writer waits for the lock, looks the name up again when it gets
 * it, and finds the new table. (Locking `streams` as well could deadlock with a client that reads the table and then appends.)
 *
 * A reader that waits takes its snapshot when it has the lock, and finds every row: in READ COMMITTED. One of a REPEATABLE READ transaction
 * has a snapshot from before the swap, in which the rows that the swap itself wrote are not there. So services do not read in one: what has
 * to be of one moment is read in one statement.
 */
export async function swapTables(
  rebuild: Rebuild,
  cursor: StoreCursor,
  copies: readonly CopiedTable[],
  inSwap: (tx: EntityManager) => Promise<void>,
): Promise<boolean> {
  const { dataSource, projection, schemas } = rebuild;
  const { present, shadow } = schemas;
  try {
    return await dataSource.transaction(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
      const tables = projection.tables.map((table) => qualified(present, table)).join(', ');
      await tx.query(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
      await enterShadow(tx, schemas);
      if (!(await applyVisible(tx, rebuild, cursor))) throw new TooFarBehind();
      for (const statement of copies.flatMap(({ beforeSwap }) => beforeSwap)) await tx.query(statement);
      for (const table of projection.tables) {
        await tx.query(`DROP TABLE ${qualified(present, table)}`);
        await tx.query(`ALTER TABLE ${qualified(shadow, table)} SET SCHEMA ${quoted(present)}`);
      }
      await tx.query(`SET LOCAL search_path TO ${quoted(present)}`);
      await deleteState(tx, projection.name);
      await inSwap(tx);
      return true;
    });
  } catch (error) {
    if (error instanceof TooFarBehind || isLockNotHad(error)) return false;
    throw error;
  }
}

class TooFarBehind extends Error {}

/** Lock timeout or deadlock. */
function isLockNotHad(error: unknown): boolean {
  return ['55P03', '40P01'].includes(sqlStateOf(error) ?? '');
}

async function planForWholeTables(tx: EntityManager): Promise<void> {
  await tx.query(
    `SELECT set_config(name, 'on', true)
     FROM unnest(ARRAY['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_sort']) AS name`,
  );
}
