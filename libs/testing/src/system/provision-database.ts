import pg from 'pg';
import { databaseOf } from './query-database.ts';
import { databaseRoles, type DatabaseRole, type SystemSecrets } from './secrets.ts';
import { serviceNames, type ServiceName } from './services.ts';

export interface ServiceDatabase {
  /** What answers requests: row-level security shows it the rows of one workspace at a time. */
  readonly requestUrl: string;
  /** What works across workspaces: relay, consumers, jobs, pruning, operators' commands. */
  readonly workerUrl: string;
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

/** Makes the database, and for each service a schema with the role that owns it and the two that the service runs under; what those may do is the migrations' part. Does nothing twice. */
export async function provisionDatabase(options: ProvisionOptions): Promise<Record<ServiceName, ServiceDatabase>> {
  if (options.create) await createDatabase(options);
  const url = databaseOf(options.adminUrl, options.database);
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
        requestUrl: withRole(url, roleOf(options.database, service, 'requests'), options.passwords[service].requests),
        workerUrl: withRole(url, roleOf(options.database, service, 'worker'), options.passwords[service].worker),
        ownerUrl: withRole(url, roleOf(options.database, service, 'owner'), options.passwords[service].owner),
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
      for (const purpose of databaseRoles) {
        await client.query(`DROP ROLE IF EXISTS ${quoted(roleOf(database, service, purpose))}`);
      }
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
  for (const purpose of databaseRoles) {
    await createRole(client, roleOf(database, service, purpose), passwords[service][purpose]);
  }
  const owner = roleOf(database, service, 'owner');
  // Only a member of a role may give it a schema; a superuser is a member of all.
  await client.query(`GRANT ${quoted(owner)} TO CURRENT_USER`);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(service)} AUTHORIZATION ${quoted(owner)}`);
  // Where a rebuild makes the new tables; the owner of the tables may not create schemas.
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(`${service}_rebuild`)} AUTHORIZATION ${quoted(owner)}`);
}

async function createRole(client: pg.Client, role: string, password: string) {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(`${verb} ROLE ${quoted(role)} LOGIN PASSWORD '${password.replaceAll("'", "''")}'`);
}

const roleOf = (database: string, service: ServiceName, purpose: DatabaseRole) => `${database}_${service}_${purpose}`;
const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;

function withRole(url: string, role: string, password: string): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = password;
  return changed.toString();
}
