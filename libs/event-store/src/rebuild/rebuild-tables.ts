import { createHash } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';

import { copiedTable, type CopiedTable } from './copied-table.ts';
import { qualified, quoted } from './quoted.ts';
import type { Projection } from './projection.ts';
import { RebuildRefused } from './rebuild-refused.ts';
import { deleteState, insertState, readState } from './rebuild-state.ts';

/** Where the tables of a service are, and where the new ones grow beside them. */
export interface RebuildSchemas {
  readonly present: string;
  readonly shadow: string;
}

export async function rebuildSchemas(source: DataSource | EntityManager): Promise<RebuildSchemas> {
  const [row] = await source.query<{ readonly schema: string }[]>('SELECT current_schema() AS schema');
  if (!row) throw new Error('a search path without a schema');
  return { present: row.schema, shadow: `${row.schema}_rebuild` };
}

/** The schema of the new tables. Where the owner may not create schemas, an administrator has to make it once. */
export async function ensureShadowSchema(dataSource: DataSource, { shadow }: RebuildSchemas): Promise<void> {
  const found = await dataSource.query<unknown[]>('SELECT 1 FROM pg_namespace WHERE nspname = $1', [shadow]);
  if (found.length > 0) return;
  try {
    await dataSource.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(shadow)}`);
  } catch (cause) {
    throw new RebuildRefused(
      `The schema ${shadow} is missing, and this role may not create it. As an administrator: CREATE SCHEMA ${quoted(shadow)} AUTHORIZATION <owner of the tables>`,
      { cause },
    );
  }
}

/** Makes the empty tables of a new rebuild, or finds those of one that was interrupted. Says whether it goes on with one. */
export async function prepareTables(
  tx: EntityManager,
  schemas: RebuildSchemas,
  { name, tables }: Projection,
): Promise<{ readonly copies: readonly CopiedTable[]; readonly resumed: boolean }> {
  const copies: CopiedTable[] = [];
  for (const table of tables) copies.push(await copiedTable(tx, schemas.present, schemas.shadow, table));
  const shape = createHash('sha256').update(JSON.stringify(copies)).digest('hex');
  const state = await readState(tx, name);
  if (state === undefined) {
    await dropTables(tx, schemas.shadow, tables);
    for (const statement of copies.flatMap(({ create }) => create)) await tx.query(statement);
    await insertState(tx, name, shape);
  } else if (state.shape !== shape) {
    throw new RebuildRefused(
      `A table of ${name} was changed since this rebuild began. Run it with --abort, then start again.`,
    );
  }
  return { copies, resumed: state !== undefined };
}

/** Removes the new tables of a rebuild and what is known of it. False when there was none. */
export async function discardRebuild(
  tx: EntityManager,
  { shadow }: RebuildSchemas,
  { name, tables }: Projection,
): Promise<boolean> {
  const found = (await readState(tx, name)) !== undefined;
  if (found) await dropTables(tx, shadow, tables);
  await deleteState(tx, name);
  return found;
}

async function dropTables(tx: EntityManager, schema: string, tables: readonly string[]): Promise<void> {
  for (const table of tables) await tx.query(`DROP TABLE IF EXISTS ${qualified(schema, table)}`);
}
