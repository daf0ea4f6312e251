import { isSame, load, rebuildProjection } from '@ci/event-store';
import { republishMessages } from '@ci/operations';
import { alice, helloCall, startIngestion, type RunningIngestion } from '../../test/running-ingestion.ts';
import { callEvents, type CallRecorded } from '../call/call.events.ts';
import { callStream } from '../call/call-stream.ts';
import { operations } from '../operations.ts';

let ingestion: RunningIngestion;
beforeAll(async () => {
  ingestion = await startIngestion();
});
afterAll(() => ingestion.stop());

const transcript = [
  { speaker: 'rep', start_ms: 0, end_ms: 900, text: 'The xylophone “is” \\ high.' },
  { speaker: 'prospect', start_ms: 900, end_ms: 1_800, text: 'I can send you an offer.' },
] as const;
const query = <Row>(sql: string, values: unknown[] = []) => ingestion.dataSource.query<Row[]>(sql, values);
const streamOf = (callId: string) => callStream({ workspaceId: alice.workspace.id, callId }).id;
const get = async (id: string) => (await ingestion.ask('GET', `/v1/calls/${id}`)).body;
let numbered = 0;
const spoken = () => ({ ...helloCall, transcript, external_id: `ext-${(numbered += 1)}`, title: 'Vuvuzela' });
const tables = ['streams', 'events', 'event_personal', 'calls', 'call_transcripts', 'outbox', 'idempotency_keys'];

/** In which columns something was said. */
async function placesOf(words: string): Promise<string[]> {
  const columns = await query<{ name: string; column: string }>(
    `SELECT table_name AS name, column_name AS column FROM information_schema.columns
     WHERE table_schema = current_schema() ORDER BY 1, 2`,
  );
  const places: string[] = [];
  for (const { name, column } of columns) {
    const found = await query(`SELECT 1 FROM "${name}" WHERE "${column}"::text ILIKE $1`, [`%${words}%`]);
    places.push(...found.map(() => `${name}.${column}`));
  }
  return places;
}

/** As ingestion 1.1 stored it: the event holds the transcript, and no hash. */
async function asStoredBefore(id: string): Promise<void> {
  const stored = await query<{ data: string }>('SELECT data FROM event_personal WHERE subject_id = $1', [streamOf(id)]);
  expect(stored).toHaveLength(1);
  const { content_hash: _hash, ...content } = JSON.parse(stored[0]?.data ?? '') as { content_hash: string };
  const data = JSON.stringify({ ...content, transcript });
  await query('UPDATE event_personal SET data = $2 WHERE subject_id = $1', [streamOf(id), data]);
}

const rebuiltCalls = async () => {
  const projection = operations.projections?.find(({ name }) => name === 'call-list');
  if (projection === undefined) throw new Error('calls are rebuilt');
  return rebuildProjection({ dataSource: ingestion.dataSource, projection, dryRun: true });
};

describe('a transcript', () => {
  it.each([
    ['in one statement', {}],
    ['in a transaction', { 'idempotency-key': 'stored once' }],
  ])('recorded %s stands in one column of one row, and nowhere when the call is deleted', async (_how, headers) => {
    const { body } = await ingestion.ask('POST', '/v1/calls', { body: spoken(), headers });
    expect(body.transcript).toEqual(transcript);
    expect(await placesOf('xylophone')).toEqual(['call_transcripts.segments']);
    await ingestion.ask('PATCH', `/v1/calls/${body.id}/speakers`, { body: { swap: true } });
    expect(await placesOf('xylophone')).toEqual(['call_transcripts.segments']);
    expect((await ingestion.ask('DELETE', `/v1/calls/${body.id}`)).status).toBe(204);
    expect([await placesOf('xylophone'), await placesOf('vuvuzela')]).toEqual([[], []]);
  });

  it('that can not be stored leaves no call behind', async () => {
    const counts = async () =>
      Promise.all(
        tables.map(async (table) => (await query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n),
      );
    const before = await counts();
    await query(
      `ALTER TABLE call_transcripts ADD CONSTRAINT full_disk CHECK (segments NOT LIKE '%xylophone%') NOT VALID`,
    );
    try {
      for (const headers of [{}, { 'idempotency-key': 'full disk' }]) {
        expect((await ingestion.ask('POST', '/v1/calls', { body: spoken(), headers })).status).toBe(500);
      }
      expect(await counts()).toEqual(before);
    } finally {
      await query('ALTER TABLE call_transcripts DROP CONSTRAINT full_disk');
    }
  });

  it('is of no read model that is rebuilt', () => {
    expect(operations.projections?.flatMap((projection) => projection.tables)).toEqual(['calls']);
  });

  it('is not asked for when the rows of calls are rebuilt, and the same call sent again is still known', async () => {
    const call = spoken();
    const first = await ingestion.record(call);
    const { comparison } = await rebuiltCalls();
    expect(comparison.map((table) => [table.table, isSame(table)])).toEqual([['calls', true]]);
    const again = await ingestion.ask('POST', '/v1/calls', { body: call });
    expect([again.status, again.body]).toEqual([200, first]);
    const other = { ...call, transcript: [transcript[0]] };
    expect((await ingestion.ask('POST', '/v1/calls', { body: other })).status).toBe(409);
  });

  it('is named by the messages that a republication makes again', async () => {
    const { id } = await ingestion.record(spoken());
    const waiting = () =>
      query<{ shard: number; topic: string; reference: string | null; payload: string }>(
        `SELECT shard, topic, headers ->> 'ci_reference' AS reference, payload FROM outbox WHERE key = $1 ORDER BY id`,
        [id],
      );
    const first = await waiting();
    expect(first.map(({ topic, reference }) => [topic, reference])).toEqual([
      ['call.ended', null],
      ['call.transcribed', id],
    ]);
    for (const stored of ['now', 'before']) {
      if (stored === 'before') await asStoredBefore(id);
      await query('DELETE FROM outbox');
      const { publisher } = operations;
      if (publisher === undefined) throw new Error('calls are published');
      const range = { audience: 'summarization', topics: publisher.topics, from: new Date(0) };
      await republishMessages(ingestion.dataSource, publisher, range);
      expect([stored, await waiting()]).toEqual([stored, first]);
    }
  });
});

describe('a call of ingestion 1.1, whose event holds the transcript as well', () => {
  it('is answered, changed, analyzed again, rebuilt and known as before, and leaves nothing when it is deleted', async () => {
    const body = { ...spoken(), title: 'Bagpipe' };
    const { id } = await ingestion.record(body);
    await asStoredBefore(id);
    const { events } = await load(ingestion.dataSource.manager, streamOf(id), callEvents);
    expect((events[0]?.event as CallRecorded).personal).toMatchObject({ transcript });

    expect((await get(id)).transcript).toEqual(transcript);
    expect((await rebuiltCalls()).comparison.every(isSame)).toBe(true);
    expect((await ingestion.ask('POST', '/v1/calls', { body })).body.id).toBe(id);
    const swapped = await ingestion.ask('PATCH', `/v1/calls/${id}/speakers`, { body: { swap: true } });
    expect(swapped.body.transcript.map(({ speaker }) => speaker)).toEqual(['prospect', 'rep']);
    const last = (await ingestion.outbox(id)).at(-1);
    expect([last?.topic, last?.data['revision'], last?.data['segments']]).toEqual(['call.transcribed', 2, undefined]);
    await ingestion.ask('DELETE', `/v1/calls/${id}`);
    expect(await placesOf('bagpipe')).toEqual([]);
    for (const table of ['event_personal', 'call_transcripts'])
      expect([table, await query(`SELECT 1 FROM ${table} WHERE ${table}::text LIKE $1`, [`%${id}%`])]).toEqual([
        table,
        [],
      ]);
  });
});
