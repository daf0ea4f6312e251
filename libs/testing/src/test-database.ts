import { randomBytes } from 'node:crypto';
import pg from 'pg';
import 'reflect-metadata';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { recordStart } from './record-start.ts';

export interface TestDatabaseOptions {
  /** Created, and first (and only) in the search path. */
  readonly schema: string;
  /** Statements to run in the schema, in order, before the migrations. */
  readonly sql?: readonly string[];
  readonly entities?: NonNullable<DataSourceOptions['entities']>;
  readonly migrations?: NonNullable<DataSourceOptions['migrations']>;
  readonly poolSize?: number;
  /** Makes the two roles that a service runs under, and gives them what they need when the migrations have run. */
  readonly access?: (dataSource: DataSource, schema: string, roles: TestRoles) => Promise<void>;
}

/** Names of roles: for requests, and for work across workspaces. */
export interface TestRoles {
  readonly requests: string;
  readonly worker: string;
}

export interface TestDatabase {
  readonly dataSource: DataSource;
  /** Of this database, as a superuser; without the schema. */
  readonly url: string;
  readonly schema: string;
  /** The same as the roles of a service; only with `access`. */
  readonly urls: TestRoles;
  /** Ends the connections and deletes the database. */
  readonly drop: () => Promise<void>;
}

/**
 * A new, empty database for one test file, so that files can run at the same time. Nothing here comes from the
 * libraries under test: they use it in their own tests.
 */
export function testDatabase(options: TestDatabaseOptions): Promise<TestDatabase> {
  return recordStart('database', () => makeDatabase(options));
}

async function makeDatabase(options: TestDatabaseOptions): Promise<TestDatabase> {
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
  const roles = { requests: `${name}_requests`, worker: `${name}_worker` };
  if (options.access !== undefined) await makeRoles(dataSource, options, roles, options.access);

  return {
    dataSource,
    url: url.href,
    schema,
    urls: { requests: urlOf(url, roles.requests), worker: urlOf(url, roles.worker) },
    drop: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
      await asAdmin(server, `DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`);
      for (const role of Object.values(roles))
        await asAdmin(server, `DROP ROLE IF EXISTS ${pg.escapeIdentifier(role)}`);
    },
  };
}

async function makeRoles(
  dataSource: DataSource,
  { schema }: TestDatabaseOptions,
  roles: TestRoles,
  access: NonNullable<TestDatabaseOptions['access']>,
): Promise<void> {
  for (const role of Object.values(roles) as string[]) {
    await dataSource.query(`CREATE ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD '${ROLE_PASSWORD}'`);
  }
  await access(dataSource, schema, roles);
}

function urlOf(database: URL, role: string): string {
  const url = new URL(database);
  url.username = role;
  url.password = ROLE_PASSWORD;
  return url.href;
}

/** Of roles that live as long as one test file, in a server that nobody else reaches. */
const ROLE_PASSWORD = 'secret';

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
