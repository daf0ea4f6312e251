import pg from 'pg';
import type { SystemSecrets } from './secrets.ts';
import { serviceNames, type ServiceName } from './services.ts';

export interface ServiceDatabase {
  /** What the service runs with: may not alter tables, nor change or delete events. */
  readonly runtimeUrl: string;
  /** What its migrations run with. */
  readonly ownerUrl: string;
}

export interface ProvisionOptions {
  /** Connection string of a role that may create roles. */
  readonly adminUrl: string;
  /** The database to use; created when `create` says so and it does not exist. */
  readonly database: string;
  readonly create: boolean;
  readonly passwords: SystemSecrets['databasePasswords'];
}

/** Makes the database, and for each service a schema with an owner role and a runtime role. Does nothing twice. */
export async function provisionDatabase(options: ProvisionOptions): Promise<Record<ServiceName, ServiceDatabase>> {
  if (options.create) await createDatabase(options);
  const url = withDatabase(options.adminUrl, options.database);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const service of serviceNames) await createSchema(client, service, options);
  } finally {
    await client.end();
  }
  return Object.fromEntries(
    serviceNames.map((service) => [
      service,
      {
        runtimeUrl: withRole(url, runtimeRole(options.database, service), options.passwords[service].runtime),
        ownerUrl: withRole(url, ownerRole(options.database, service), options.passwords[service].owner),
      },
    ]),
  ) as Record<ServiceName, ServiceDatabase>;
}

/** Removes the database and the roles that `provisionDatabase` made. For tests. */
export async function dropProvisionedDatabase({ adminUrl, database }: { adminUrl: string; database: string }) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`DROP DATABASE IF EXISTS ${quoted(database)} WITH (FORCE)`);
    for (const service of serviceNames) {
      await client.query(`DROP ROLE IF EXISTS ${quoted(runtimeRole(database, service))}`);
      await client.query(`DROP ROLE IF EXISTS ${quoted(ownerRole(database, service))}`);
    }
  } finally {
    await client.end();
  }
}

async function createDatabase({ adminUrl, database }: ProvisionOptions) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${quoted(database)}`);
  } finally {
    await client.end();
  }
}

async function createSchema(client: pg.Client, service: ServiceName, { database, passwords }: ProvisionOptions) {
  const owner = ownerRole(database, service);
  const runtime = runtimeRole(database, service);
  await createRole(client, owner, passwords[service].owner);
  await createRole(client, runtime, passwords[service].runtime);
  // Only a member of a role may give it a schema; a superuser is a member of all.
  await client.query(`GRANT ${quoted(owner)} TO CURRENT_USER`);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(service)} AUTHORIZATION ${quoted(owner)}`);
  await client.query(`GRANT USAGE ON SCHEMA ${quoted(service)} TO ${quoted(runtime)}`);
  // Where a rebuild makes the new tables; the owner of the tables may not create schemas.
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(`${service}_rebuild`)} AUTHORIZATION ${quoted(owner)}`);
}

async function createRole(client: pg.Client, role: string, password: string) {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(`${verb} ROLE ${quoted(role)} LOGIN PASSWORD '${password.replaceAll("'", "''")}'`);
}

const ownerRole = (database: string, service: ServiceName) => `${database}_${service}_owner`;
const runtimeRole = (database: string, service: ServiceName) => `${database}_${service}`;
const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

function withRole(url: string, role: string, password: string): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = password;
  return changed.toString();
}
