import pg from 'pg';

/** Asks a database of a system something, over a connection of its own: what no interface of a service shows. */
export async function queryDatabase<Row extends object>(
  { adminUrl, database }: { readonly adminUrl: string; readonly database: string },
  statement: string,
): Promise<Row[]> {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}
