import type { EntityManager } from 'typeorm';

import { qualified, quoted } from './quoted.ts';
import { RebuildRefused } from './rebuild-refused.ts';

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

/** Every definition as text. pg_get_indexdef and pg_get_triggerdef qualify the table, whatever the search path. */
const describeTable = `
  SELECT
    (SELECT string_agg(format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN ' NOT NULL' END,
              ' ' || pg_get_expr(d.adbin, d.adrelid)), ', ' ORDER BY a.attnum)
       FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    nullif(concat_ws(', ', array_to_string(c.reloptions, ', '),
      (SELECT string_agg('toast.' || setting, ', ') FROM pg_class t, unnest(t.reloptions) AS setting WHERE t.oid = c.reltoastrelid)), '')
      AS options,
    pg_get_userbyid(c.relowner) AS owner,
    c.relrowsecurity AS row_security, c.relforcerowsecurity AS forced_row_security,
    EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p') AS has_key,
    ARRAY(SELECT format('CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid)) FROM pg_constraint k
           WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'x', 'f') ORDER BY k.contype = 'f', k.conname) AS constraints,
    ARRAY(SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i
           WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.conrelid = c.oid)
           ORDER BY i.indexrelid) AS indexes,
    ARRAY(SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal ORDER BY t.tgname) AS triggers,
    ARRAY(SELECT format('CREATE POLICY %I ON %%table%% AS %s FOR %s TO %s%s%s', p.policyname, p.permissive, p.cmd,
                   (SELECT string_agg(CASE role WHEN 'public' THEN 'PUBLIC' ELSE quote_ident(role) END, ', ') FROM unnest(p.roles) AS role),
                   ' USING (' || p.qual || ')', ' WITH CHECK (' || p.with_check || ')')
            FROM pg_policies p WHERE p.schemaname = n.nspname AND p.tablename = c.relname ORDER BY p.policyname) AS policies,
    ARRAY(SELECT format('GRANT %s%s ON %%table%% TO %s%s', right_.privilege_type, right_.columns,
                   CASE right_.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(right_.grantee)) END,
                   CASE WHEN right_.is_grantable THEN ' WITH GRANT OPTION' END)
            FROM (
              SELECT acl.grantee, acl.privilege_type, acl.is_grantable, '' AS columns FROM aclexplode(c.relacl) AS acl
              UNION ALL
              SELECT acl.grantee, acl.privilege_type, acl.is_grantable, format(' (%I)', a.attname)
                FROM pg_attribute a, aclexplode(a.attacl) AS acl WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            ) AS right_
           ORDER BY 1) AS grants,
    ARRAY(SELECT DISTINCT k.conrelid::regclass::text FROM pg_constraint k WHERE k.contype = 'f' AND k.confrelid = c.oid) AS referenced_by
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind = 'r'`;
