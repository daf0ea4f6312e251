import type { TestDatabase } from '@ci/testing';

import { recordset } from '../src/index.ts';
import { openStore } from './open-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openStore(1);
  await database.dataSource.query(`CREATE TABLE guests (id text PRIMARY KEY, name text)`);
  await database.dataSource.query(`INSERT INTO guests SELECT n, 'guest ' || n FROM generate_series(1, 10000) AS n`);
  await database.dataSource.query('ANALYZE guests');
});
afterAll(() => database.drop());

const rename = (rows: number): string =>
  `UPDATE guests SET name = s.name FROM ${recordset(rows, 'id text, name text')} AS s WHERE guests.id = s.id`;

const renamed = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, n) => ({ id: String(n + 1), name: `renamed ${n + 1}` })));

describe('recordset', () => {
  it.each([1, 2, 10, 11, 100, 500])('gives all of %i rows', async (rows) => {
    const [, count] = await database.dataSource.query<[unknown, number]>(rename(rows), [renamed(rows)]);
    expect(count).toBe(rows);
  });

  it.each([1, 10])('has %i rows looked up by index in a table of thousands', async (rows) => {
    const plan = await database.dataSource.query<unknown[]>(`EXPLAIN ${rename(rows)}`, [renamed(rows)]);
    expect(JSON.stringify(plan)).toContain('Index Scan using guests_pkey');
  });
});
