import { grantSchemaAccess } from '@ci/database';
import { accessTests, testDatabase, type TestDatabase } from '@ci/testing';
import { access } from './access.ts';
import { migrations } from './schema.ts';

const ofNoWorkspace = {
  inbox: 'ids of messages, and where they came from',
  leases: 'which instance does what',
  migrations: 'names of migrations',
  operator_actions: 'what operators did: ids, names and counts',
  projection_rebuilds: 'how far a rebuild of a whole table has come',
  republications: 'how far a republication has come',
};

const refused = [
  ['requests', 'SELECT secret FROM webhook_secrets'],
  ['requests', `UPDATE webhook_secrets SET secret = ''`],
  ['requests', 'SELECT * FROM call_gates'],
  ['requests', `UPDATE delivery_attempts SET error = ''`],
  ['requests', `UPDATE webhook_events SET body = ''`],
  ['requests', `INSERT INTO outbox (key) VALUES ('x')`],
  ['worker', `UPDATE webhook_secrets SET secret = ''`],
  ['worker', `INSERT INTO webhook_secrets (webhook_id) VALUES ('x')`],
] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({
    schema: 'webhooks',
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
});
afterAll(() => database.drop());

it.each(accessTests({ database: () => database, ofNoWorkspace, refused }))('%s', (_name, test) => test());
