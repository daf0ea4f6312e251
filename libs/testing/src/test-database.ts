import { createHash, randomBytes } from 'node:crypto';
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
  const name = `test_${plain(schema)}_${randomBytes(6).toString('hex')}`;
  const url = inDatabase(server, name);
  const template = await templateOf(options, server);
  const roles = rolesOf(template ?? name);
  await asAdmin(
    server,
    `CREATE DATABASE ${quoted(name)}${template === undefined ? '' : ` TEMPLATE ${quoted(template)}`}`,
  );
  if (template === undefined) await fill(url, options, roles);
  const dataSource = new DataSource(dataSourceOptions(url.href, options));
  await dataSource.initialize();

  return {
    dataSource,
    url: url.href,
    schema,
    urls: { requests: urlOf(url, roles.requests), worker: urlOf(url, roles.worker) },
    drop: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
      await asAdmin(server, `DROP DATABASE ${quoted(name)} WITH (FORCE)`);
      if (template !== undefined) return;
      for (const role of Object.values(roles) as string[]) await asAdmin(server, `DROP ROLE IF EXISTS ${quoted(role)}`);
    },
  };
}

/**
 * A database with these migrations that others are copied from, roles and all: made once in a run that has its own server, by the caller that needs
 * it first. Undefined where nothing is migrated, and on a server that outlives the run.
 */
async function templateOf(options: TestDatabaseOptions, server: string): Promise<string | undefined> {
  const { schema, sql, migrations, access } = options;
  if (!isOwnServer() || !Array.isArray(migrations)) return undefined;
  const content = [schema, sql, migrations.map(String), String(access)];
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
  const name = `template_${plain(schema)}_${hash}`;
  await withAdmin(server, async (admin) => {
    await admin.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const complete = 'SELECT FROM pg_database WHERE datname = $1 AND NOT datallowconn';
    if ((await admin.query(complete, [name])).rowCount !== 0) return;
    await recordStart('database template', async () => {
      await admin.query(`DROP DATABASE IF EXISTS ${quoted(name)}`);
      await admin.query(`CREATE DATABASE ${quoted(name)}`);
      await fill(inDatabase(server, name), options, rolesOf(name));
      await admin.query(`ALTER DATABASE ${quoted(name)} ALLOW_CONNECTIONS false`);
    });
  });
  return name;
}

/** The schema, what is to be in it, and who may do what there. */
async function fill(url: URL, options: TestDatabaseOptions, roles: TestRoles): Promise<void> {
  await asAdmin(url.href, `CREATE SCHEMA ${quoted(options.schema)}`);
  const dataSource = new DataSource(dataSourceOptions(url.href, options));
  await dataSource.initialize();
  try {
    for (const statement of options.sql ?? []) await dataSource.query(statement);
    if (options.migrations !== undefined) await dataSource.runMigrations();
    if (options.access === undefined) return;
    for (const role of Object.values(roles) as string[]) {
      await dataSource.query(`DROP ROLE IF EXISTS ${quoted(role)}`);
      await dataSource.query(`CREATE ROLE ${quoted(role)} LOGIN PASSWORD '${ROLE_PASSWORD}'`);
    }
    await options.access(dataSource, options.schema, roles);
  } finally {
    await dataSource.destroy();
  }
}

const quoted = pg.escapeIdentifier;
const plain = (schema: string): string => schema.replaceAll(/[^a-z0-9_]/g, '_');
const rolesOf = (database: string): TestRoles => ({ requests: `${database}_requests`, worker: `${database}_worker` });
/** `startInfrastructure` says so. */
const isOwnServer = (): boolean => process.env['TEST_DATABASE_OF_RUN'] === process.env['TEST_DATABASE_URL'];

function inDatabase(server: string, name: string): URL {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url;
}

function urlOf(database: URL, role: string): string {
  const url = new URL(database);
  url.username = role;
  url.password = ROLE_PASSWORD;
  return url.href;
}

/** Of roles that live as long as the tests, in a server that nothing else reaches. */
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
    // As services connect: a statement need not wait for the one before it.
    extra: { options: `-c search_path=${pg.escapeIdentifier(options.schema)}`, pipeline: true },
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
  await withAdmin(connectionString, (client) => client.query(statement));
}

async function withAdmin(connectionString: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
