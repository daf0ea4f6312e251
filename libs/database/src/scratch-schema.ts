import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createDataSource, type DatabaseOptions } from './data-source.ts';

/** The Postgres of the integration tests. */
export function testDatabaseUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) throw new Error('TEST_DATABASE_URL is not set: run with the global setup of @ci/testing');
  return url;
}

/** A separate schema for one test file. */
export async function scratchSchema(
  sql: readonly string[] = [],
  options: Partial<DatabaseOptions> = {},
): Promise<{ dataSource: DataSource; schema: string; drop(): Promise<void> }> {
  const schema = scratchName();
  const url = testDatabaseUrl();
  const dataSource = await createDataSource({ url, schema, applicationName: schema, ...options }).initialize();
  await dataSource.query(`CREATE SCHEMA ${schema}`);
  for (const statement of sql) await dataSource.query(statement);
  const drop = async (): Promise<void> => {
    await dataSource.query(`DROP SCHEMA ${schema} CASCADE`);
    await dataSource.destroy();
  };
  return { dataSource, schema, drop };
}

/** A name that no other run uses. */
export function scratchName(): string {
  return `scratch_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
}
