import { grantSchemaAccess } from '@ci/database';
import { accessTests, testDatabase, type TestDatabase } from '@ci/testing';
import { access } from './access.ts';
import { migrations } from './schema.ts';

const ofNoWorkspace = {
  migrations: 'names of migrations',
  projection_rebuilds: 'how far a rebuild of a whole table has come',
  rate_budgets: 'counts, by hash of a key or an address',
};

const refused = [
  ['requests', `INSERT INTO api_keys (id) VALUES ('x')`],
  ['requests', `UPDATE api_keys SET scope = 'read-write'`],
  ['requests', `UPDATE api_key_secrets SET hash = ''`],
  ['requests', 'DELETE FROM api_key_secrets'],
  ['requests', `UPDATE workspaces SET domains = '{}'`],
  ['requests', 'SELECT data FROM events'],
  ['requests', 'SELECT * FROM event_personal'],
  ['requests', 'SELECT hash FROM member_passwords'],
  ['requests', 'SELECT * FROM invitation_secrets'],
  ['requests', 'DELETE FROM member_sessions'],
  ['requests', `UPDATE member_sessions SET member_id = ''`],
  ['requests', `UPDATE members SET role = 'owner'`],
  ['worker', 'DELETE FROM members'],
  ['worker', 'DELETE FROM workspaces'],
  ['worker', 'SELECT * FROM rate_budgets'],
] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({
    schema: 'gateway',
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
});
afterAll(() => database.drop());

it.each(accessTests({ database: () => database, ofNoWorkspace, refused }))('%s', (_name, test) => test());
