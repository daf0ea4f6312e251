import pg from 'pg';
import { databaseOf } from './query-database.ts';

export interface DatabaseSearch {
  /** Connection string of a superuser, who sees every schema. */
  readonly adminUrl: string;
  readonly database: string;
  /** Compared without regard to case, as they are in JSON: give none with quotes, backslashes or letters beyond ASCII. */
  readonly texts: readonly string[];
}

export interface FoundText {
  readonly text: string;
  /** schema.table */
  readonly table: string;
  readonly rows: number;
}

/** Looks for texts in every column of every table of every schema, bytes included: what an intruder with the whole database would find. */
export async function searchDatabase({ adminUrl, database, texts }: DatabaseSearch): Promise<FoundText[]> {
  const client = new pg.Client({ connectionString: databaseOf(adminUrl, database) });
  await client.connect();
  try {
    const found: FoundText[] = [];
    for (const table of await tablesOf(client)) found.push(...(await searchTable(client, table, texts)));
    return found;
  } finally {
    await client.end();
  }
}

interface Table {
  readonly schema: string;
  readonly name: string;
  /** Columns of bytes, which a row's text shows in hexadecimal. */
  readonly byteColumns: readonly string[];
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT n.nspname AS schema, c.relname AS name,
           coalesce(array_agg(a.attname::text) FILTER (WHERE a.atttypid = 'bytea'::regtype), '{}') AS "byteColumns"
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'm') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
    GROUP BY n.nspname, c.relname
    ORDER BY 1, 2`);
  return rows;
}

async function searchTable(client: pg.Client, table: Table, texts: readonly string[]): Promise<FoundText[]> {
  const bytes = table.byteColumns.map((column) => ` || ' ' || coalesce(encode(t.${quoted(column)}, 'escape'), '')`);
  const { rows } = await client.query<{ text: string; rows: number }>(
    `SELECT wanted AS text, count(*)::int AS rows
     FROM ${quoted(table.schema)}.${quoted(table.name)} AS t, unnest($1::text[]) AS wanted
     WHERE strpos(lower(t::text${bytes.join('')}), lower(wanted)) > 0
     GROUP BY wanted ORDER BY wanted`,
    [texts],
  );
  return rows.map((row) => ({ ...row, table: `${table.schema}.${table.name}` }));
}

const quoted = (identifier: string): string => pg.escapeIdentifier(identifier);
