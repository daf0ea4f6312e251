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
  ['requests', 'SELECT input FROM analysis_jobs'],
  ['requests', 'DELETE FROM analysis_jobs'],
  ['requests', 'SELECT * FROM outbox'],
  ['requests', 'SELECT * FROM parked_messages'],
  ['worker', 'DELETE FROM analysis_turns'],
  ['requests', 'SELECT tokens FROM llm_usage'],
  ['worker', 'DELETE FROM llm_usage'],
] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({
    schema: 'summarization',
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
});
afterAll(() => database.drop());

it.each(accessTests({ database: () => database, ofNoWorkspace, refused }))('%s', (_name, test) => test());
