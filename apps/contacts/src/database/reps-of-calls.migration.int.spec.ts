import { runMigrations } from '@ci/database';
import { testDatabase, type TestDatabase } from '@ci/testing';
import { ContactCallRow } from '../contact-rows/contact-call.entity.ts';
import { Contacts1763720000000 } from './migrations/1763720000000-contacts.migration.ts';
import { entities, migrations } from './schema.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase({ schema: 'contacts', entities, migrations: [Contacts1763720000000] });
});
afterEach(() => database.drop());

const migrate = (): Promise<string[]> => runMigrations({ url: database.url, schema: 'contacts', migrations });

/** Where each row lies and who wrote it: a row that is written again lies elsewhere. */
const places = (): Promise<object[]> =>
  database.dataSource.query('SELECT call_id, version, ctid::text, xmin::text FROM contact_calls ORDER BY call_id');

const calls = (): Promise<ContactCallRow[]> =>
  database.dataSource.getRepository(ContactCallRow).find({ order: { callId: 'ASC' } });

describe('the column for the rep of a call', () => {
  it('comes without a row being written anew, and is empty for the calls that are there', async () => {
    await projectAsVersion10(joined('call_a', 2), joined('call_b', 3));
    const before = await places();
    expect(before).toHaveLength(2);
    expect(await migrate()).toContain('RepsOfCalls1795340000000');
    expect(await places()).toEqual(before);
    const createdAt = new Date('2026-11-20T15:00:00.000Z');
    expect(await calls()).toMatchObject([
      { callId: 'call_a', createdAt, durationSeconds: 94, repId: null },
      { callId: 'call_b', createdAt, durationSeconds: 94, repId: null },
    ]);
  });

  it('is no hindrance to version 1.0: it adds, changes and deletes rows, and leaves the reps alone', async () => {
    await migrate();
    await projectAsVersion10(joined('call_a', 2), joined('call_b', 3));
    await database.dataSource.query(`UPDATE contact_calls SET rep_id = 'user_dana' WHERE call_id = 'call_b'`);
    await projectAsVersion10(analysed('call_b', 4), { ...unchanged('call_a', 5), gone: true });
    expect(await calls()).toMatchObject([{ callId: 'call_b', coachingScore: 68, repId: 'user_dana' }]);
  });
});

const unchanged = (callId: string, version: number) => ({
  stream_id: 'contact-1',
  call_id: callId,
  workspace_id: 'wsp_1',
  version,
  gone: false,
  joined: false,
  analysed: false,
  provided: false,
});
const joined = (callId: string, version: number) => ({
  ...unchanged(callId, version),
  joined: true,
  created_at: '2026-11-20T15:00:00.000Z',
  duration_seconds: 94,
});
const analysed = (callId: string, version: number) => ({
  ...unchanged(callId, version),
  analysed: true,
  coaching_score: 68,
});

/** What version 1.0 does, to the letter. It goes on while instances are replaced, and after a return to it. */
async function projectAsVersion10(...changes: readonly object[]): Promise<void> {
  await database.dataSource.query(mergeCallsOfVersion10, [JSON.stringify(changes)]);
}

const mergeCallsOfVersion10 = `
  MERGE INTO contact_calls AS t
  USING (SELECT * FROM json_to_recordset($1::json) AS record (stream_id text, call_id text, workspace_id text, version bigint, gone boolean,
    joined boolean, created_at timestamptz, duration_seconds int,
    analysed boolean, coaching_score int, inferred_outcome text,
    provided boolean, provided_outcome text) LIMIT 10) AS s ON t.stream_id = s.stream_id AND t.call_id = s.call_id
  WHEN MATCHED AND t.version < s.version AND s.gone THEN DELETE
  WHEN MATCHED AND t.version < s.version THEN UPDATE SET
    version = s.version,
    created_at = CASE WHEN s.joined THEN s.created_at ELSE t.created_at END,
    duration_seconds = CASE WHEN s.joined THEN s.duration_seconds ELSE t.duration_seconds END,
    coaching_score = CASE WHEN s.analysed THEN s.coaching_score ELSE t.coaching_score END,
    inferred_outcome = CASE WHEN s.analysed THEN s.inferred_outcome ELSE t.inferred_outcome END,
    provided_outcome = CASE WHEN s.provided THEN s.provided_outcome ELSE t.provided_outcome END
  WHEN NOT MATCHED AND NOT s.gone THEN INSERT
    (stream_id, call_id, workspace_id, version, created_at, duration_seconds, coaching_score, inferred_outcome, provided_outcome)
    VALUES (s.stream_id, s.call_id, s.workspace_id, s.version, s.created_at, s.duration_seconds, s.coaching_score, s.inferred_outcome,
      s.provided_outcome)`;
