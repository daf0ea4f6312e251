import { testDatabase, type TestDatabase } from '@ci/testing';
import { TransactionPooler } from '../test/transaction-pooler.ts';
import { createDataSource } from './data-source.ts';
import { assertNoTransactionPooler } from './pooler-check.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ schema: 'pooled' });
});
afterAll(() => database.drop());

async function check(url: string, poolSize: number): Promise<void> {
  const dataSource = createDataSource({ url, schema: 'pooled', applicationName: 'test', poolSize });
  await dataSource.initialize();
  try {
    await assertNoTransactionPooler(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

it.each([1, 2, 6])('the server itself is fine for %s connections', async (poolSize) => {
  await expect(check(database.url, poolSize)).resolves.toBeUndefined();
});

it.each([
  ['freed last', 6],
  ['freed first', 6],
  ['freed last', 1],
  ['freed first', 1],
] as const)(
  'a service does not start behind a transaction pooler that lends the backend which was %s, with %s connections',
  async (lends, poolSize) => {
    const pooler = await TransactionPooler.to(database.url, lends);
    try {
      await expect(check(pooler.url, poolSize)).rejects.toThrow(/pooler in transaction mode.*must not run behind it/s);
    } finally {
      await pooler.close();
    }
  },
);
