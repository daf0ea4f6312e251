import { randomBytes } from 'node:crypto';
import pg from 'pg';
import 'reflect-metadata';
import { DataSource, type DataSourceOptions } from 'typeorm';

export interface TestDatabaseOptions {
  /** Created, and first (and only) in the search path. */
  readonly schema: string;
  /** Statements to run in the schema, in order, before the migrations. */
  readonly sql?: readonly string[];
  readonly entities?: NonNullable<DataSourceOptions['entities']>;
  readonly migrations?: NonNullable<DataSourceOptions['migrations']>;
  readonly poolSize?: number;
}

export interface TestDatabase {
  readonly dataSource: DataSource;
  /** Of this database, as a superuser; without the schema. */
  readonly url: string;
  readonly schema: string;
  /** Ends the connections and deletes the database. */
  readonly drop: () => Promise<void>;
}

/**
 * A new, empty database for one test file, so that files can run at the same time. Nothing here comes from the
 * libraries under test: they use it in their own tests.
 */
export async function testDatabase(options: TestDatabaseOptions): Promise<TestDatabase> {
  const { schema } = options;
  const server = serverUrl();
  const name = `test_${schema.replaceAll(/[^a-z0-9_]/g, '_')}_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, `CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await asAdmin(url.href, `CREATE SCHEMA ${pg.escapeIdentifier(schema)}`);

  const dataSource = new DataSource(dataSourceOptions(url.href, options));
  await dataSource.initialize();
  for (const statement of options.sql ?? []) await dataSource.query(statement);
  if (options.migrations !== undefined) await dataSource.runMigrations();

  return {
    dataSource,
    url: url.href,
    schema,
    drop: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
      await asAdmin(server, `DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`);
    },
  };
}

function dataSourceOptions(url: string, options: TestDatabaseOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    schema: options.schema,
    synchronize: false,
    entities: options.entities ?? [],
    migrations: options.migrations ?? [],
    poolSize: options.poolSize ?? 10,
    applicationName: 'test',
    extra: { options: `-c search_path=${pg.escapeIdentifier(options.schema)}` },
  };
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined && url !== '') return url;
  throw new Error(
    "TEST_DATABASE_URL is not set. Add globalSetup and globalTeardown of @ci/testing to the project's Jest.",
  );
}

async function asAdmin(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
