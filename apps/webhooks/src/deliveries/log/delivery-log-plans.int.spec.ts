import { grantSchemaAccess } from '@ci/database';
import { planOfRequest, testDatabase, type TestDatabase } from '@ci/testing';
import { access } from '../../database/access.ts';
import { migrations } from '../../database/schema.ts';
import { listDeliveryRows, type DeliveryFilters } from './delivery.query.ts';

const DELIVERIES = 6_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({
    schema: 'webhooks',
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  // One status and one type are rare: a plan that only filters passes over many deliveries.
  await database.dataSource.query(
    `INSERT INTO deliveries (id, workspace_id, webhook_id, event_id, event_type, status, created_at)
     SELECT 'dlv_' || n, 'wsp_1', 'whk_' || n % 3, 'evt_' || n, CASE WHEN n % 1000 = 0 THEN 'webhook.test' ELSE 'call.ended' END,
       CASE WHEN n % 500 = 0 THEN 'failed' ELSE 'delivered' END, now() - n * interval '1 min'
     FROM generate_series(1, $1::int) n`,
    [DELIVERIES],
  );
  await database.dataSource.query('ANALYZE deliveries');
});
afterAll(() => database.drop());

const filters: readonly [string, DeliveryFilters][] = [
  ['nothing', {}],
  ['a rare status', { status: 'failed' }],
  ['a status that none has', { status: 'dropped' }],
  ['a rare type', { event_type: 'webhook.test' }],
  ['both', { status: 'failed', event_type: 'webhook.test' }],
];

it.each(filters.flatMap(([name, filter]) => [false, true].map((deep) => [name, deep, filter] as const)))(
  'a page filtered by %s is read off the index of the log, and nothing is passed over; far down: %s',
  async (_name, deep, filter) => {
    const after = deep ? { createdAt: new Date(Date.now() - 1_000 * 60_000), id: 'dlv_x' } : undefined;
    const nodes = await planOfRequest(database, 'wsp_1', (dataSource) =>
      listDeliveryRows(dataSource, 'whk_0', filter, { after, limit: 21 }),
    );
    const read = nodes.filter((node) => node['Relation Name'] === 'deliveries');
    expect(read.map((node) => [node['Node Type'], node['Index Name'], node['Rows Removed by Filter'] ?? 0])).toEqual([
      ['Index Scan', 'deliveries_log', 0],
    ]);
    // At most a page of each type in each status.
    expect((read[0]?.['Actual Rows'] ?? 0) * (read[0]?.['Actual Loops'] ?? 0)).toBeLessThanOrEqual(16 * 21);
  },
);
