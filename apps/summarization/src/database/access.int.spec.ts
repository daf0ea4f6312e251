import { createDataSource, grantSchemaAccess } from '@ci/platform';
import { breachesOfIsolation, tablesWithoutIsolation, testDatabase, type TestDatabase } from '@ci/testing';
import { access } from './access.ts';
import { entities, migrations } from './schema.ts';

/** Tables that hold nothing of a workspace, and what they hold instead. A new table is of a workspace unless it stands here. */
const ofNoWorkspace: Readonly<Record<string, string>> = {
  inbox: 'ids of messages, and where they came from',
  leases: 'which instance does what',
  migrations: 'names of migrations',
  operator_actions: 'what operators did: ids, names and counts',
  projection_rebuilds: 'how far a rebuild of a whole table has come',
  republications: 'how far a republication has come',
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({
    schema: 'summarization',
    entities,
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
});
afterAll(() => database.drop());

it('every table of a workspace is held by row-level security', async () => {
  expect(await tablesWithoutIsolation(database)).toEqual(Object.keys(ofNoWorkspace));
});

const refused: readonly ['requests' | 'worker', string][] = [
  ['requests', 'SELECT input FROM analysis_jobs'],
  ['requests', 'DELETE FROM analysis_jobs'],
  ['requests', 'SELECT * FROM outbox'],
  ['requests', 'SELECT * FROM parked_messages'],
  ['worker', 'DELETE FROM analysis_turns'],
  ...(['requests', 'worker'] as const).flatMap((role): ['requests' | 'worker', string][] => [
    [role, `UPDATE events SET data = '{}'`],
    [role, 'DELETE FROM events'],
    [role, 'TRUNCATE streams CASCADE'],
    [role, 'CREATE TABLE summarization.own (id text)'],
    [role, 'SET row_security = off; SELECT * FROM migrations'],
  ]),
];
it.each(refused)('the role for %s is refused: %s', async (role, statement) => {
  const options = { url: database.urls[role], schema: 'summarization', applicationName: 'test', poolSize: 1 };
  const dataSource = await createDataSource(options).initialize();
  await expect(dataSource.query(statement)).rejects.toThrow('permission denied');
  await dataSource.destroy();
});

// Last: it takes the constraints away.
it('without any filter a workspace neither reads nor writes what is another’s', async () => {
  const { tables, breaches } = await breachesOfIsolation(database);
  expect(breaches).toEqual([]);
  expect(tables).toEqual(expect.arrayContaining(['streams', 'events', 'event_personal']));
});
