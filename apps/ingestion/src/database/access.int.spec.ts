import { createDataSource, grantSchemaAccess } from '@ci/platform';
import { breachesOfIsolation, tablesWithoutIsolation, testDatabase, type TestDatabase } from '@ci/testing';
import { access } from './access.ts';
import { migrations } from './data-source.ts';

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
    schema: 'ingestion',

    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
});
afterAll(() => database.drop());

it('every table of a workspace is held by row-level security', async () => {
  expect(await tablesWithoutIsolation(database)).toEqual(Object.keys(ofNoWorkspace));
});

const refused: readonly ['requests' | 'worker', string][] = [
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
  ...(['requests', 'worker'] as const).flatMap((role): ['requests' | 'worker', string][] => [
    [role, `UPDATE events SET data = '{}'`],
    [role, 'DELETE FROM events'],
    [role, 'TRUNCATE streams CASCADE'],
    [role, 'CREATE TABLE ingestion.own (id text)'],
    [role, 'SET row_security = off; SELECT * FROM migrations'],
  ]),
];
it.each(refused)('the role for %s is refused: %s', async (role, statement) => {
  const options = { url: database.urls[role], schema: 'ingestion', applicationName: 'test', poolSize: 1 };
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
