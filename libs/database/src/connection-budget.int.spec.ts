import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { scratchName, testDatabaseUrl } from './scratch-schema.ts';
import { connectionShortage } from './connection-budget.ts';
import { createDataSource } from './data-source.ts';

const admin = new Client({ connectionString: testDatabaseUrl() });
const role = scratchName();
let dataSource: DataSource;

beforeAll(async () => {
  await admin.connect();
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  const url = new URL(testDatabaseUrl());
  url.username = role;
  url.password = 'secret';
  const options = { url: url.href, schema: 'public', poolSize: 1, applicationName: 'budget' };
  dataSource = await createDataSource(options).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await admin.query(`DROP ROLE ${role}`);
  await admin.end();
});

const limitRole = (limit: number) => admin.query(`ALTER ROLE ${role} CONNECTION LIMIT ${limit}`);
const maximum = async (): Promise<number> => {
  const { rows } = await admin.query<{ max: number }>(`SELECT current_setting('max_connections')::int AS max`);
  return rows[0]?.max ?? 0;
};

describe('the connection budget', () => {
  it('is content with what it can get', async () => {
    expect(await connectionShortage(dataSource, 1)).toBeUndefined();
  });

  it('says when the role may not have so many', async () => {
    await limitRole(3);
    expect(await connectionShortage(dataSource, 3)).toBeUndefined();
    expect(await connectionShortage(dataSource, 4)).toMatch(
      /DATABASE_POOL_SIZE is 4, but the server lets this role have 3 connections/,
    );
    await limitRole(-1);
  });

  it('says when the server has not so many at all, or none left', async () => {
    const all = await maximum();
    expect(await connectionShortage(dataSource, all)).toMatch(/lets this role have \d+ connections/);
    const { rows } = await admin.query<{ reserved: number }>(
      `SELECT current_setting('superuser_reserved_connections')::int + current_setting('reserved_connections')::int AS reserved`,
    );
    // The connection of this test is another role's: one less than all is left.
    expect(await connectionShortage(dataSource, all - (rows[0]?.reserved ?? 0))).toMatch(
      /others hold \d+: \d+ are left/,
    );
  });
});
