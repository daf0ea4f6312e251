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
  ['requests', 'SELECT * FROM operator_actions'],
  ['requests', 'DELETE FROM inbox'],
  ['requests', 'SELECT * FROM republications'],
  ['requests', `INSERT INTO leases (name) VALUES ('x')`],
  ['requests', `UPDATE outbox SET payload = ''`],
  ['requests', 'SELECT value FROM parked_messages'],
  ['requests', 'SELECT headers FROM parked_messages'],
  ['worker', `INSERT INTO idempotency_keys (key) VALUES ('x')`],
  ['worker', 'DELETE FROM operator_actions'],
  ['worker', `UPDATE operator_actions SET actor = 'x'`],
] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({
    schema: 'ingestion',
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
});
afterAll(() => database.drop());

it.each(accessTests({ database: () => database, ofNoWorkspace, refused }))('%s', (_name, test) => test());
