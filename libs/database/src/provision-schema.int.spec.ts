import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scratchName, testDatabaseUrl } from './scratch-schema.ts';
import { migrateService } from './migrate-service.ts';
import { provisionSchema } from './provision-schema.ts';

class CreateThings implements MigrationInterface {
  readonly name = 'CreateThings1767225600000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE things (id text PRIMARY KEY)');
  }
  async down(): Promise<void> {}
}

const schema = scratchName();
const urlOf = (purpose: string, password = `it's "${purpose}"`): string => {
  const url = new URL(testDatabaseUrl());
  url.username = encodeURIComponent(`${schema}_${purpose}`);
  url.password = encodeURIComponent(password);
  return url.href;
};
const environment = {
  DATABASE_URL: urlOf('requests'),
  WORKER_DATABASE_URL: urlOf('worker'),
  MIGRATION_DATABASE_URL: urlOf('owner'),
  ADMIN_DATABASE_URL: testDatabaseUrl(),
  DATABASE_SCHEMA: schema,
};
const migrate = (env: Record<string, string>) =>
  migrateService(
    'things',
    {
      migrations: [CreateThings],
      access: {
        requests: { rows: 'workspace', rights: { things: 'SELECT' } },
        worker: { rows: 'all', rights: { things: 'SELECT, INSERT' } },
      },
    },
    env,
  );

afterAll(async () => {
  await query(testDatabaseUrl(), `DROP SCHEMA IF EXISTS ${schema}, ${schema}_rebuild CASCADE`);
  const roles = ['requests', 'worker', 'owner'].map((purpose) => `${schema}_${purpose}`).join(', ');
  await query(testDatabaseUrl(), `DROP OWNED BY ${roles}`);
  await query(testDatabaseUrl(), `DROP ROLE ${roles}`);
});

describe('migrations of a service that has no database yet', () => {
  it('make its roles and its schema where an administrator is named, and are content to find them', async () => {
    const { ADMIN_DATABASE_URL: _none, ...withoutAdministrator } = environment;
    await expect(migrate(withoutAdministrator)).rejects.toThrow(`"${schema}_owner"`);

    await Promise.all([migrate(environment), migrate(environment)]);
    await migrate(environment);
    await migrate(withoutAdministrator);
    await query(urlOf('worker'), `INSERT INTO ${schema}.things VALUES ('a')`);
    await expect(query(urlOf('requests'), `INSERT INTO ${schema}.things VALUES ('b')`)).rejects.toThrow(
      'permission denied',
    );
  });

  it('leave a schema to the role that owns it, and give roles no more than they need', async () => {
    const owners = await query(
      testDatabaseUrl(),
      `SELECT nspname, pg_get_userbyid(nspowner) AS owner FROM pg_namespace WHERE nspname LIKE '${schema}%' ORDER BY 1`,
    );
    const owner = `${schema}_owner`;
    expect(owners).toEqual([
      { nspname: schema, owner },
      { nspname: `${schema}_rebuild`, owner },
    ]);
    const mighty = `SELECT FROM pg_roles WHERE rolname LIKE '${schema}%' AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls)`;
    expect(await query(testDatabaseUrl(), mighty)).toEqual([]);
  });

  it('set a password that was changed', async () => {
    const hash = async () =>
      (await query(testDatabaseUrl(), `SELECT rolpassword FROM pg_authid WHERE rolname = '${schema}_worker'`))[0];
    const before = await hash();
    const changed = { schema, ownerUrl: urlOf('owner'), serviceUrls: [urlOf('requests'), urlOf('worker', 'another')] };
    await provisionSchema(testDatabaseUrl(), changed);
    expect(await hash()).not.toEqual(before);
  });
});

async function query(connectionString: string, text: string): Promise<object[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}
