import { grantSchemaAccess } from '@ci/database';
import { planOfRequest, testDatabase, type TestDatabase } from '@ci/testing';
import { access } from '../database/access.ts';
import { entities, migrations } from '../database/schema.ts';
import { listItems } from './action-item.query.ts';
import { itemOrders, itemSorts, type ItemSort } from './item-orders.ts';

const WORKSPACE = 'wsp_1';
const ITEMS = 6_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({
    schema: 'summarization',
    entities,
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  // Few are open, and they are neither the newest nor due first: a plan that only filters passes over many items.
  await database.dataSource.query(
    `INSERT INTO action_items (id, workspace_id, call_id, position, description, owner, due_date, completed_at, created_at, evidence)
     SELECT 'act_' || n, $1, 'call_' || n, 1, 'Send it.', CASE WHEN n % 2 = 0 THEN 'rep' ELSE 'prospect' END,
       CASE WHEN n % 3 > 0 THEN to_char(date '2026-01-01' + n % 500, 'YYYY-MM-DD') END,
       CASE WHEN n % 1000 > 0 OR n < 2000 THEN now() END, now() - n * interval '1 min', '[]'
     FROM generate_series(1, $2::int) n`,
    [WORKSPACE, ITEMS],
  );
  await database.dataSource.query('ANALYZE action_items');
});
afterAll(() => database.drop());

const indexes: Readonly<Record<ItemSort, string>> = {
  created_at: 'action_items_newest',
  due_date: 'action_items_due',
};
const filters = [{}, { completed: false }, { completed: false, owner: 'rep' }, { owner: 'prospect' }] as const;
const cases = itemSorts.flatMap((sort) =>
  filters.flatMap((filter) => [false, true].map((deep) => [sort, JSON.stringify(filter), deep, filter] as const)),
);

it.each(cases)(
  'a page by %s, filtered by %s, is read off the index of its order; far down: %s',
  async (sort, _, deep, filter) => {
    const row = { id: 'act_3000', createdAt: new Date(Date.now() - 3_000 * 60_000), dueDate: '2026-06-01' };
    await readOffIndex({ limit: 20, sort, ...filter }, deep ? itemOrders[sort].keysetOf(row) : undefined);
  },
);

it('what is due before a day is a piece of the index too', () =>
  readOffIndex({ limit: 20, sort: 'due_date', due_before: '2026-02-01', completed: false }, undefined));

async function readOffIndex(...[query, after]: [Parameters<typeof listItems>[2], Parameters<typeof listItems>[3]]) {
  const nodes = await planOfRequest(database, WORKSPACE, (dataSource) =>
    listItems(dataSource, { workspaceId: WORKSPACE, reps: undefined }, query, after),
  );
  const read = nodes.filter((node) => node['Relation Name'] === 'action_items');
  expect(read.map((node) => [node['Node Type'], node['Index Name'], node['Rows Removed by Filter'] ?? 0])).toEqual([
    ['Index Scan', indexes[query.sort], 0],
  ]);
  // At most a page of each side in each state.
  expect((read[0]?.['Actual Rows'] ?? 0) * (read[0]?.['Actual Loops'] ?? 0)).toBeLessThanOrEqual(4 * 21);
}
