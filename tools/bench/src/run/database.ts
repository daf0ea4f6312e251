import pg from 'pg';

/** One connection that looks on, apart from the pools that are measured. */
export async function onlooker(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // A run that is interrupted stops the server first; the query that fails reports it to the caller.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
