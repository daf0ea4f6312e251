import { eventExamples } from '@ci/contracts';
import { erased, fold, isErased } from '@ci/domain';
import { load } from '@ci/event-store';
import { sendTogether, WORKER_DATA_SOURCE } from '@ci/database';
import type { DataSource } from 'typeorm';
import { alice, bob, helloCall, startIngestion, type RunningIngestion } from '../../test/running-ingestion.ts';
import { callDecider } from '../call/call.decider.ts';
import { callEvents } from '../call/call.events.ts';
import { projectTranscript } from '../call-detail/call-transcript.projector.ts';
import { projectCallRow } from '../call-list/call-row.projector.ts';
import { callStream } from '../call/call-stream.ts';
import { keptTranscripts } from '../publish/call.integration-events.ts';

let ingestion: RunningIngestion;
beforeAll(async () => {
  ingestion = await startIngestion();
});
afterAll(() => ingestion.stop());

const topics = async (id: string) => (await ingestion.outbox(id)).map(({ topic }) => topic);
const analyse = async (callId: string, revision: number) => {
  const example = eventExamples['summary.ready'];
  const { call, summary } = example;
  await ingestion.receive('summary.ready', alice.workspace.id, {
    ...example,
    call: { ...call, id: callId },
    summary: { ...summary, call_id: callId },
    revision,
  });
};

describe('PATCH /v1/calls/{id}', () => {
  it('changes outcome and title, and announces it', async () => {
    const call = await ingestion.record({ ...helloCall, title: 'Old', prospect: { email: 'p@acme.example' } });
    const { status, body } = await ingestion.ask('PATCH', `/v1/calls/${call.id}`, {
      body: { outcome: 'won', title: 'New', id: 'x' },
    });
    expect([status, body]).toEqual([
      200,
      { ...call, outcome: 'won', outcome_source: 'provided', title: 'New', updated_at: expect.any(String) },
    ]);
    expect(body.updated_at >= call.updated_at).toBe(true);
    expect((await ingestion.ask('GET', `/v1/calls/${call.id}`)).body).toEqual(body);
    expect((await ingestion.outbox(call.id)).at(-1)).toMatchObject({
      topic: 'call.updated',
      data: { call: { outcome: 'won', title: 'New' }, prospect: { email: 'p@acme.example' }, outcome_provided: 'won' },
    });
  });

  it('does nothing where nothing changes', async () => {
    const call = await ingestion.record({ ...helloCall, outcome: 'won' });
    for (const body of [{}, { outcome: 'won' }, { title: '' }, { title: null }]) {
      expect((await ingestion.ask('PATCH', `/v1/calls/${call.id}`, { body })).body).toEqual(call);
    }
    expect(await topics(call.id)).toEqual(['call.ended', 'call.transcribed']);
  });

  it('a given outcome outlives the analysis, and the inferred one counts again once it is taken back', async () => {
    const { id } = await ingestion.record(helloCall);
    await analyse(id, 1);
    await ingestion.ask('PATCH', `/v1/calls/${id}`, { body: { outcome: 'lost' } });
    const { body } = await ingestion.ask('PATCH', `/v1/calls/${id}`, { body: { outcome: null } });
    expect([body.outcome, body.outcome_source]).toEqual(['follow_up', 'inferred']);
  });

  it.each([
    [{ outcome: 'maybe' }, ['outcome']],
    [{ title: 7 }, ['title']],
    [{ outcome: 1, title: 'x'.repeat(501) }, ['outcome', 'title']],
    [{ title: 'a\0' }, ['title']],
    [[], ['body']],
  ])('refuses %j', async (body, fields) => {
    const { id } = await ingestion.record(helloCall);
    const [status, code, ...named] = await ingestion.details('PATCH', `/v1/calls/${id}`, { body });
    expect([status, code, new Set(named)]).toEqual([400, 'invalid_request', new Set(fields)]);
  });

  it('ten at once all succeed or are told to try again, and none is lost', async () => {
    const { id } = await ingestion.record(helloCall);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        ingestion.ask('PATCH', `/v1/calls/${id}`, { body: { title: `T${index}` } }),
      ),
    );
    const succeeded = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await topics(id)).filter((topic) => topic === 'call.updated')).toHaveLength(succeeded);
  });
});

describe('POST /v1/calls/{id}/reanalyze', () => {
  it('asks for the next revision, once the one under way has ended', async () => {
    const { id } = await ingestion.record(helloCall);
    expect(await ingestion.details('POST', `/v1/calls/${id}/reanalyze`)).toEqual([409, 'conflict']);
    await analyse(id, 1);
    const { status, body } = await ingestion.ask('POST', `/v1/calls/${id}/reanalyze`);
    expect([status, body.analysis_status, body.coaching_score]).toEqual([202, 'pending', 68]);
    expect((await ingestion.outbox(id)).at(-1)).toMatchObject({
      topic: 'call.transcribed',
      data: { revision: 2, call: { analysis_status: 'pending' } },
    });
  });

  it('stores the transcript no second time, and sends it whole', async () => {
    const { id } = await ingestion.record(helloCall);
    await analyse(id, 1);
    await ingestion.ask('POST', `/v1/calls/${id}/reanalyze`);
    expect((await ingestion.outbox(id)).at(-1)?.data).not.toHaveProperty('segments');
    const [kept] = await ingestion.app
      .get<DataSource>(WORKER_DATA_SOURCE)
      .query<{ segments: string }[]>(
        `SELECT (${keptTranscripts.json}) AS segments FROM (SELECT $1::text AS id) AS reference`,
        [id],
      );
    expect(JSON.parse(kept?.segments ?? 'null')).toEqual(helloCall.transcript);
  });

  it('is refused for a minute after the last time, and says until when', async () => {
    const { id } = await ingestion.record(helloCall);
    await analyse(id, 1);
    expect((await ingestion.ask('POST', `/v1/calls/${id}/reanalyze`)).status).toBe(202);
    await analyse(id, 2);
    const { status, headers } = await ingestion.ask('POST', `/v1/calls/${id}/reanalyze`);
    expect([status, Number(headers['retry-after']) > 30 && Number(headers['retry-after']) <= 60]).toEqual([409, true]);
  });

  it('says when to come back while one is under way, and an idempotency key is not used up by that', async () => {
    const { id } = await ingestion.record(helloCall);
    const headers = { 'idempotency-key': `early ${id}` };
    const early = await ingestion.ask('POST', `/v1/calls/${id}/reanalyze`, { headers });
    expect([early.status, early.headers['retry-after']]).toEqual([409, '2']);
    await analyse(id, 1);
    const later = await ingestion.ask('POST', `/v1/calls/${id}/reanalyze`, { headers });
    expect([later.status, later.headers['idempotent-replayed']]).toEqual([202, undefined]);
  });

  it('is asked once under one idempotency key', async () => {
    const { id } = await ingestion.record(helloCall);
    await analyse(id, 1);
    const headers = { 'idempotency-key': `again ${id}` };
    const first = await ingestion.ask('POST', `/v1/calls/${id}/reanalyze`, { headers });
    const again = await ingestion.ask('POST', `/v1/calls/${id}/reanalyze`, { headers });
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([202, 202, 'true']);
    expect(await topics(id)).toEqual(['call.ended', 'call.transcribed', 'call.transcribed']);
  });
});

describe('DELETE /v1/calls/{id}', () => {
  it('erases every personal part, announces it, and leaves nothing to be found', async () => {
    const words = 'Xylophone quartz';
    const { id } = await ingestion.record({
      ...helloCall,
      title: words,
      external_id: words,
      rep: { name: words },
      prospect: { email: 'xylophone@quartz.example', name: words, company: words },
      metadata: { note: words },
      transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 1, text: words }],
    });
    await ingestion.ask('PATCH', `/v1/calls/${id}`, { body: { title: `${words} two` } });
    const { status, text } = await ingestion.ask('DELETE', `/v1/calls/${id}`);
    expect([status, text]).toEqual([204, '']);
    expect((await ingestion.outbox(id)).at(-1)).toMatchObject({
      topic: 'call.deleted',
      data: { call_id: id, prospect: { email: 'xylophone@quartz.example' } },
    });
    // What was not sent yet is taken back; the announcement itself is gone as soon as it is sent.
    expect(await topics(id)).toEqual(['call.deleted']);
    await ingestion.dataSource.query('DELETE FROM outbox WHERE key = $1', [id]);
    const tables: { name: string }[] = await ingestion.dataSource.query(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'ingestion'`,
    );
    expect(tables.length).toBeGreaterThan(8);
    for (const { name } of tables) {
      const rows = await ingestion.dataSource.query(`SELECT * FROM "${name}"`);
      expect([name, JSON.stringify(rows)]).toEqual([name, expect.not.stringMatching(/xylophone/i)]);
    }
  });

  it('leaves a stream that loads, folds and projects, and leaves no row', async () => {
    const { id } = await ingestion.record({
      ...helloCall,
      title: 'A',
      external_id: 'replayed',
      prospect: { name: 'B' },
    });
    await ingestion.ask('PATCH', `/v1/calls/${id}`, { body: { title: 'C', outcome: 'won' } });
    await analyse(id, 1);
    await ingestion.ask('DELETE', `/v1/calls/${id}`);
    await ingestion.dataSource.transaction(async (tx) => {
      const { events } = await load(tx, callStream({ workspaceId: alice.workspace.id, callId: id }).id, callEvents);
      const personal = events.flatMap(({ event }) => ('personal' in event ? [event.personal] : []));
      expect(personal.length).toBe(2);
      expect(personal.every((part) => isErased(part))).toBe(true);
      const state = fold(
        callDecider,
        callDecider.initialState(),
        events.map(({ event }) => event),
      );
      expect(state).toMatchObject({ status: 'deleted', content: erased, title: null });
      for (const project of [projectCallRow, projectTranscript]) {
        await sendTogether(tx, project(events));
        for (const event of events) await sendTogether(tx, project([event]));
      }
      for (const table of ['calls', 'call_transcripts']) {
        expect([table, await tx.query(`SELECT * FROM ${table} WHERE stream_id = $1`, [`call-${id}`])]).toEqual([
          table,
          [],
        ]);
      }
    });
  });

  it('removes what is parked of the call here, also what does not say whose it is, and leaves other calls alone', async () => {
    const [{ id }, { id: other }] = [await ingestion.record(helloCall), await ingestion.record(helloCall)];
    for (const key of [id, other]) {
      for (const workspaceId of [alice.workspace.id, null]) {
        await ingestion.dataSource.query(
          `INSERT INTO parked_messages (consumer, key, workspace_id, message_id, topic, partition, kafka_offset, headers, value, cause)
           VALUES ('ingestion.on-summary-ready', $1, $2, gen_random_uuid(), 'summary.ready', 0, 0, '{}', 'secret', 'failed')`,
          [key, workspaceId],
        );
      }
    }
    await ingestion.ask('DELETE', `/v1/calls/${id}`);
    expect(await ingestion.dataSource.query('SELECT key FROM parked_messages')).toEqual([
      { key: other },
      { key: other },
    ]);
  });

  it('says to the gateway, and to nobody else, that a call was deleted before', async () => {
    const { id } = await ingestion.record(helloCall);
    await ingestion.ask('DELETE', `/v1/calls/${id}`);
    const said = async (path: string, as = alice) => {
      const { status, headers } = await ingestion.ask('DELETE', path, { as });
      return [status, headers['x-call-deleted']];
    };
    expect(await said(`/v1/calls/${id}`)).toEqual([404, '1']);
    expect(await said(`/v1/calls/${id}`, bob)).toEqual([404, undefined]);
    expect(await said('/v1/calls/call_never')).toEqual([404, undefined]);
  });

  it('of another workspace withdraws nothing', async () => {
    const { id } = await ingestion.record(helloCall);
    expect((await ingestion.ask('DELETE', `/v1/calls/${id}`, { as: bob })).status).toBe(404);
    expect(await topics(id)).toEqual(['call.ended', 'call.transcribed']);
  });

  it('makes the call one that is unknown on every path, and deaf to news', async () => {
    const { id } = await ingestion.record(helloCall);
    await ingestion.ask('DELETE', `/v1/calls/${id}`);
    await analyse(id, 1);
    for (const [method, path] of [
      ['GET', `/v1/calls/${id}`],
      ['DELETE', `/v1/calls/${id}`],
      ['PATCH', `/v1/calls/${id}`],
      ['POST', `/v1/calls/${id}/reanalyze`],
      ['GET', `/internal/calls/${id}/existence`],
    ] as const) {
      const { status } = await ingestion.ask(method, path, method === 'PATCH' ? { body: { title: 'x' } } : {});
      expect([method, path, status]).toEqual([method, path, 404]);
    }
    const { body } = await ingestion.ask<{ data: { id: string }[] }>('GET', '/v1/calls?limit=100');
    expect(body.data.map((call) => call.id)).not.toContain(id);
  });
});
