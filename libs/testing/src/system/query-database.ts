import pg from 'pg';

/** The connection string of another database of the same server. */
export function databaseOf(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Asks a database of a system something, over a separate connection: what no interface of a service shows. */
export async function queryDatabase<Row extends object>(
  { adminUrl, database }: { readonly adminUrl: string; readonly database: string },
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseOf(adminUrl, database) });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}
