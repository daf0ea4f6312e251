import pg from 'pg';
import { connectOnce } from './connect-once.ts';
import { checkedSchema } from './data-source.ts';

/** What exists before a service's first migration. Each URL names a role and its password. */
export interface ProvisionedSchema {
  readonly schema: string;
  /** Of the role that owns the schema. */
  readonly ownerUrl: string;
  /** Of the roles that the service runs under. */
  readonly serviceUrls: readonly string[];
}

/**
 * Does as an administrator what docs/database-roles.md asks for: makes the roles, the schema and that of its rebuilds. What exists is left, but for
 * passwords, which become those of the URLs. What the roles may do is the migrations' part.
 */
export async function provisionSchema(adminUrl: string, provisioned: ProvisionedSchema): Promise<void> {
  const schema = checkedSchema(provisioned.schema);
  const client = await connectOnce(async () => {
    const connecting = new pg.Client({ connectionString: adminUrl, application_name: `${schema}-provisioning` });
    await connecting.connect();
    return connecting;
  }, 'ADMIN_DATABASE_URL');
  try {
    await client.query('BEGIN');
    // Services that start together do this at the same time, to the same tables of the cluster.
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('provisioning', 0))`);
    for (const url of [provisioned.ownerUrl, ...provisioned.serviceUrls]) await makeRole(client, url);
    const owner = client.escapeIdentifier(roleOf(provisioned.ownerUrl));
    // Only a member of a role may give it a schema; a superuser is a member of all.
    await client.query(`GRANT ${owner} TO CURRENT_USER`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS "${schema}" AUTHORIZATION ${owner}`);
    // Where a rebuild makes the new tables; the owner of the tables may not create schemas.
    await client.query(`CREATE SCHEMA IF NOT EXISTS "${schema}_rebuild" AUTHORIZATION ${owner}`);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** The role that a connection string names. */
export function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

async function makeRole(client: pg.Client, url: string): Promise<void> {
  const name = roleOf(url);
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  const password = client.escapeLiteral(decodeURIComponent(new URL(url).password));
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(`${verb} ROLE ${client.escapeIdentifier(name)} LOGIN PASSWORD ${password}`);
}
