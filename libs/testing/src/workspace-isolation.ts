import pg from 'pg';
import type { TestDatabase } from './test-database.ts';

/** The tables of the schema that row-level security does not hold, forced and with a policy. They need a reason. */
export async function tablesWithoutIsolation({ dataSource, schema }: TestDatabase): Promise<string[]> {
  const rows = await dataSource.query<{ name: string }[]>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT (c.relrowsecurity AND c.relforcerowsecurity
       AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'workspace' AND p.polcmd = '*' AND p.polroles = '{0}'))
     ORDER BY 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

/**
 * Puts a row of each of two workspaces into every table that row-level security holds, and tries, with every right that can be granted and
 * no filter at all, to read, add, change and take what is another's. Answers what was possible and must not be, and how many tables it
 * looked at. Constraints other than keys are dropped for it: use a separate database.
 */
export async function breachesOfIsolation(database: TestDatabase): Promise<{ tables: string[]; breaches: string[] }> {
  const { dataSource, schema } = database;
  const role = `${new URL(database.urls.requests).username}_any`;
  const tables = await isolatedTables(database);
  await dropConstraints(database);
  for (const table of tables) for (const workspace of ['own', 'other']) await insertRow(database, table, workspace);
  await dataSource.query(`CREATE ROLE "${role}"`);
  const client = new pg.Client({ connectionString: database.url, options: `-c search_path=${schema}` });
  await client.connect();
  try {
    await client.query(`GRANT USAGE ON SCHEMA "${schema}" TO "${role}"`);
    await client.query(`GRANT ALL ON ALL TABLES IN SCHEMA "${schema}" TO "${role}"`);
    await client.query(`SET ROLE "${role}"`);
    const breaches: string[] = [];
    for (const table of tables) breaches.push(...(await breachesOf(client, table)));
    return { tables: tables.map(({ name }) => name), breaches };
  } finally {
    await client.end();
    await dataSource.query(`DROP OWNED BY "${role}"`);
    await dataSource.query(`DROP ROLE "${role}"`);
  }
}

interface IsolatedTable {
  readonly name: string;
  /** The column that holds the workspace's id. */
  readonly column: string;
}

async function isolatedTables({ dataSource, schema }: TestDatabase): Promise<IsolatedTable[]> {
  return dataSource.query<IsolatedTable[]>(
    `SELECT tablename AS name, (regexp_match(qual, '^\\(([a-z_]+) = NULLIF\\('))[1] AS column
     FROM pg_policies WHERE schemaname = $1 AND policyname = 'workspace' ORDER BY tablename`,
    [schema],
  );
}

async function dropConstraints({ dataSource, schema }: TestDatabase): Promise<void> {
  const rows = await dataSource.query<{ statement: string }[]>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS statement
     FROM pg_constraint WHERE connamespace = $1::regnamespace AND contype IN ('c', 'f') ORDER BY contype DESC`,
    [schema],
  );
  for (const { statement } of rows) await dataSource.query(statement);
}

async function insertRow({ dataSource, schema }: TestDatabase, { name, column }: IsolatedTable, workspace: string) {
  const columns = await dataSource.query<{ name: string; type: string }[]>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = format('%I.%I', $1::text, $2::text)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
       AND attidentity = '' AND (attnotnull OR attname = $3)`,
    [schema, name, column],
  );
  const values = columns.map((one) => (one.name === column ? `'${workspace}'` : valueOf(one.type, workspace)));
  await dataSource.query(
    `INSERT INTO "${name}" (${columns.map((one) => one.name).join(', ')}) VALUES (${values.join(', ')})`,
  );
}

function valueOf(type: string, workspace: string): string {
  if (type.endsWith('[]')) return `'{}'`;
  if (/^(?:small|big)?int|^xid8|^double|^numeric/.test(type)) return `'${workspace === 'own' ? 11 : 12}'`;
  if (type.startsWith('json')) return `'{}'`;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'boolean') return 'false';
  if (type === 'date' || type.startsWith('timestamp')) return 'now()';
  return `'of ${workspace}'`;
}

/** Each try in a transaction that is rolled back, so that none depends on another. */
async function breachesOf(client: pg.Client, { name, column }: IsolatedTable): Promise<string[]> {
  const tries: readonly [string, string, string | null, number | 'refused'][] = [
    ['reads without a workspace', `SELECT 1 FROM "${name}"`, null, 0],
    ['reads with an empty one', `SELECT 1 FROM "${name}"`, '', 0],
    ['reads another’s', `SELECT 1 FROM "${name}" WHERE "${column}" <> 'own'`, 'own', 0],
    ['does not read its own', `SELECT 1 FROM "${name}"`, 'own', 1],
    ['changes another’s', `UPDATE "${name}" SET "${column}" = "${column}"`, 'own', 1],
    ['changes without a workspace', `UPDATE "${name}" SET "${column}" = "${column}"`, null, 0],
    ['gives its own away', `UPDATE "${name}" SET "${column}" = 'other'`, 'own', 'refused'],
    ['deletes another’s', `DELETE FROM "${name}"`, 'own', 1],
    ['deletes without a workspace', `DELETE FROM "${name}"`, null, 0],
    ['adds to another’s', copyOf(name, column, 'other'), 'own', 'refused'],
    ['adds without a workspace', copyOf(name, column, ''), null, 'refused'],
  ];
  const breaches: string[] = [];
  for (const [breach, statement, workspace, expected] of tries) {
    const happened = await outcomeOf(client, statement, workspace);
    if (happened !== expected) breaches.push(`${name}: ${breach} (${happened})`);
  }
  return breaches;
}

/** The policy is looked at before unique keys are, so any row will do. */
function copyOf(table: string, column: string, workspace: string): string {
  const row = `jsonb_populate_record(NULL::"${table}", jsonb_build_object('${column}', '${workspace}'))`;
  return `INSERT INTO "${table}" ("${column}") SELECT "${column}" FROM ${row}`;
}

async function outcomeOf(client: pg.Client, statement: string, workspace: string | null): Promise<number | string> {
  await client.query('BEGIN');
  try {
    if (workspace !== null) await client.query(`SELECT set_config('app.workspace', $1, true)`, [workspace]);
    return (await client.query(statement)).rowCount ?? 0;
  } catch (error) {
    const { message } = error as Error;
    return message.includes('violates row-level security policy') ? 'refused' : message;
  } finally {
    await client.query('ROLLBACK');
  }
}
