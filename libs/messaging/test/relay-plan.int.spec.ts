import { createDataSource, grantSchemaAccess, type SchemaAccess } from '@ci/database';
import { rowsRead, testDatabase, until, type TestDatabase } from '@ci/testing';
import type { DataSource } from 'typeorm';
import { messagingRights, messagingSql } from '../src/index.ts';
import { oldestRows } from '../src/relay/outbox-rows.ts';

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Readonly<Record<string, number>> }];
}

const access: SchemaAccess = {
  requests: { rows: 'workspace', rights: messagingRights.requests },
  worker: { rows: 'all', rights: messagingRights.worker },
};
let database: TestDatabase;
let worker: DataSource;

beforeAll(async () => {
  database = await testDatabase({
    schema: 'messaging',
    sql: messagingSql,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  const of = {
    url: database.urls.worker,
    schema: 'messaging',
    poolSize: 1,
    applicationName: 'relay',
    plans: 'by index',
  } as const;
  worker = await createDataSource(of).initialize();
}, 60_000);
afterAll(async () => {
  await worker.destroy();
  await database.drop();
});

async function fill(rows: number): Promise<void> {
  await database.dataSource.query(
    `INSERT INTO outbox (workspace_id, message_id, topic, key, headers, payload)
     SELECT 'wsp_test', gen_random_uuid(), 'call.ended', 'call_' || n, '{}', repeat('x', 500) FROM generate_series(1, $1::int) AS n`,
    [rows],
  );
}

it.each(['before the first statistics', 'with statistics of a full outbox'])(
  'the relay, under its own role, does not read what it has sent before: %s',
  async (when) => {
    await database.dataSource.query('TRUNCATE outbox');
    await fill(5_000);
    if (when !== 'before the first statistics') await database.dataSource.query('ANALYZE outbox');
    await database.dataSource.query('DELETE FROM outbox');
    await fill(3);
    const pagesRead: number[] = [];
    const query = async (text: string, parameters: unknown[]): Promise<unknown[]> => {
      const [row] = await worker.query<Explained[]>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, parameters);
      const plan = row?.['QUERY PLAN'][0].Plan ?? {};
      pagesRead.push((plan['Shared Hit Blocks'] ?? NaN) + (plan['Shared Read Blocks'] ?? NaN));
      return [];
    };
    const limits = { rows: 500, bytes: 1e6 };
    // The first read finds out that they are gone, unless a snapshot of that moment (of an autovacuum, say) may still see them.
    await until(
      async () => {
        await oldestRows({ query } as unknown as DataSource, [], limits);
        return (pagesRead.at(-1) ?? NaN) < 100; // of more than 300
      },
      { describe: () => `pages read: ${pagesRead.join(', ')}` },
    );
    expect(await oldestRows(worker, [], limits)).toHaveLength(3);
  },
  60_000,
);

it('nor by a plan that is kept from when the outbox was empty', async () => {
  const limits = { rows: 500, bytes: 1e6 };
  await database.dataSource.query('TRUNCATE outbox');
  await database.dataSource.query('ANALYZE outbox');
  for (let n = 0; n < 12; n += 1) expect(await oldestRows(worker, [], limits)).toEqual([]);
  await fill(5_000);
  await worker.transaction(async (tx) => {
    const before = await rowsRead(tx, 'outbox');
    expect(await oldestRows(tx as unknown as DataSource, [], limits)).toHaveLength(500);
    expect((await rowsRead(tx, 'outbox')) - before).toBeLessThan(2_500);
  });
}, 60_000);
