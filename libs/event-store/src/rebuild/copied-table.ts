import type { EntityManager } from 'typeorm';

import { qualified, quoted } from './quoted.ts';
import { RebuildRefused } from './rebuild-refused.ts';
import { describeTable } from './rebuild.sql.ts';

/** How to make a table that is like another one in all but its rows. */
export interface CopiedTable {
  readonly table: string;
  /** Its columns; what a row of the one and of the other must have in common. */
  readonly columns: string;
  readonly create: readonly string[];
  /** What would get in the way while the copy is filled. */
  readonly beforeSwap: readonly string[];
}

/**
 * Reads off a table what its copy in the schema `shadow` needs. `LIKE` alone would lose the names of constraints and indexes (which later
 * migrations rely on), grants, policies, triggers and storage settings.
 */
export async function copiedTable(
  tx: EntityManager,
  schema: string,
  shadow: string,
  table: string,
): Promise<CopiedTable> {
  const [found] = await tx.query<TableRow[]>(describeTable, [schema, table]);
  if (!found) throw new RebuildRefused(`There is no table ${table} in the schema ${schema}. Run the migrations first.`);
  if (!found.has_key) throw new RebuildRefused(`${table} has no primary key: its rows cannot be compared.`);
  if (found.referenced_by.length > 0) {
    throw new RebuildRefused(`${table} cannot be exchanged: ${found.referenced_by.join(', ')} refers to it.`);
  }
  const [from, to] = [qualified(schema, table), qualified(shadow, table)];
  const moved = (definition: string): string => definition.replace(onTable(schema, table), ` ON ${to} `);
  return {
    table,
    columns: found.columns,
    create: [
      `CREATE TABLE ${to} (LIKE ${from} INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING IDENTITY INCLUDING CONSTRAINTS
         INCLUDING STORAGE INCLUDING COMPRESSION INCLUDING COMMENTS INCLUDING STATISTICS)`,
      ...(found.options === null ? [] : [`ALTER TABLE ${to} SET (${found.options})`]),
      ...found.constraints.map((constraint) => `ALTER TABLE ${to} ADD ${constraint}`),
      ...found.indexes.map(moved),
      `ALTER TABLE ${to} OWNER TO ${quoted(found.owner)}`,
      ...found.grants.map((grant) => grant.replace('%table%', to)),
    ],
    beforeSwap: [
      ...found.triggers.map(moved),
      ...found.policies.map((policy) => policy.replace('%table%', to)),
      ...(found.row_security ? [`ALTER TABLE ${to} ENABLE ROW LEVEL SECURITY`] : []),
      ...(found.forced_row_security ? [`ALTER TABLE ${to} FORCE ROW LEVEL SECURITY`] : []),
    ],
  };
}

interface TableRow {
  readonly columns: string;
  readonly options: string | null;
  readonly owner: string;
  readonly row_security: boolean;
  readonly forced_row_security: boolean;
  readonly has_key: boolean;
  readonly constraints: readonly string[];
  readonly indexes: readonly string[];
  readonly triggers: readonly string[];
  readonly policies: readonly string[];
  readonly grants: readonly string[];
  readonly referenced_by: readonly string[];
}

/** Definitions name the table as Postgres writes it: quoted only where it must be. */
function onTable(schema: string, table: string): RegExp {
  const name = (identifier: string): string => `"?${identifier.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}"?`;
  return new RegExp(` ON ${name(schema)}\\.${name(table)} `);
}
