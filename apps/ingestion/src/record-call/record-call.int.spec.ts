import { callEvents } from '../call/call.events.ts';
import type { CallDetail, Segment } from '@ci/contracts';
import { load } from '@ci/event-store';
import { bob, helloCall, reader, startIngestion, type RunningIngestion } from '../../test/running-ingestion.ts';

let ingestion: RunningIngestion;
beforeAll(async () => {
  ingestion = await startIngestion();
});
afterAll(() => ingestion.stop());

describe('POST /v1/calls', () => {
  it('records a call, answers it whole, and says where it is', async () => {
    const { status, headers, body } = await ingestion.ask('POST', '/v1/calls', {
      body: {
        rep_id: ' Rep/7 ',
        rep: { name: ' Dana Reyes ', email: 'Dana@Northwind.example' },
        started_at: '2026-11-18T10:00:00.1239+01:00',
        prospect: { email: ' Marcus@ACME.example ', name: 'Marcus', company: '' },
        transcript: [
          { speaker: 'prospect', start_ms: 900, end_ms: 2_001, text: 'Hi.', confidence: 0.9 },
          { speaker: 'rep', start_ms: 0, end_ms: 1_200, text: 'Hello “you” \u{1f600}.' },
        ],
        outcome: 'won',
        title: '',
        external_id: 'x-1',
        metadata: { b: '1', a: '2' },
        unknown: true,
      },
    });
    expect(status).toBe(201);
    expect(headers['location']).toBe(`/v1/calls/${body.id}`);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      id: expect.stringMatching(/^call_[0-9a-z]{26}$/),
      created_at: '2026-11-18T09:00:00.123Z',
      updated_at: expect.stringMatching(/Z$/),
      duration_seconds: 3,
      rep_id: ' Rep/7 ',
      prospect_email: 'marcus@acme.example',
      coaching_score: null,
      outcome: 'won',
      outcome_source: 'provided',
      analysis_status: 'pending',
      title: null,
      external_id: 'x-1',
      source: null,
      rep: { name: 'Dana Reyes', email: 'dana@northwind.example' },
      prospect: { email: 'marcus@acme.example', name: 'Marcus', company: null },
      timezone: 'Europe/Lisbon',
      metadata: { a: '2', b: '1' },
      speaker_mapping: null,
      transcript: [
        { speaker: 'rep', start_ms: 0, end_ms: 1_200, text: 'Hello “you” \u{1f600}.' },
        { speaker: 'prospect', start_ms: 900, end_ms: 2_001, text: 'Hi.' },
      ],
    });
    expect((await ingestion.ask('GET', `/v1/calls/${body.id}`)).body).toEqual(body);
  });

  it('announces the call and then its transcript', async () => {
    const { id } = await ingestion.record({ ...helloCall, prospect: { email: 'p@acme.example' }, outcome: 'lost' });
    const messages = await ingestion.outbox(id);
    expect(messages.map(({ topic }) => topic)).toEqual(['call.ended', 'call.transcribed']);
    expect(messages[1]?.data).toMatchObject({
      call: { id, prospect_email: 'p@acme.example', outcome: 'lost' },
      prospect: { email: 'p@acme.example', name: null, company: null },
      outcome_provided: 'lost',
      revision: 1,
      timezone: 'Europe/Lisbon',
    });
    expect(JSON.stringify(messages[0]?.data)).not.toContain('Hello.');
  });

  it('takes the first invited person of another domain for the prospect', async () => {
    const attendees = [{ email: 'lee@northwind.example' }, { email: 'Ann@Acme.example', name: 'Ann' }];
    const { prospect } = await ingestion.record({ ...helloCall, attendees });
    expect(prospect).toEqual({ email: 'ann@acme.example', name: 'Ann', company: null });
  });

  it('keeps personal parts out of what can never be erased', async () => {
    const secret = {
      rep: { name: 'Zed Quux' },
      title: 'Zed title',
      external_id: 'Zed id',
      metadata: { k: 'Zed value' },
    };
    const { id } = await ingestion.record({ ...helloCall, ...secret, prospect: { email: 'zed@quux.example' } });
    const rows = await ingestion.dataSource.query('SELECT data, metadata FROM events WHERE stream_id = $1', [
      `call-${id}`,
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/zed/i);
    const { events } = await load(ingestion.dataSource.manager, `call-${id}`, callEvents);
    expect(events.map(({ event }) => event.type)).toEqual(['CallRecorded']);
  });

  it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-06-30T23:59:60Z'])(
    'holds %s, in answers, lists and cursors',
    async (started_at) => {
      const caller = { ...bob, workspace: { ...bob.workspace, id: `wsp_${started_at}` } };
      const one = await ingestion.record({ ...helloCall, started_at }, caller);
      const other = await ingestion.record({ ...helloCall, started_at }, caller);
      expect(one.created_at).toMatch(/^(0001-01-01T00:00:00.000Z|9999-12-31T23:59:59.999Z|2026-07-01T00:00:00.000Z)$/);
      const first = await ingestion.ask<{ data: CallDetail[]; next_cursor: string }>('GET', '/v1/calls?limit=1', {
        as: caller,
      });
      const second = await ingestion.ask<{ data: CallDetail[] }>(
        'GET',
        `/v1/calls?limit=1&cursor=${first.body.next_cursor}`,
        { as: caller },
      );
      expect([first.body.data[0]?.id, second.body.data[0]?.id]).toEqual([other.id, one.id]);
    },
  );

  it('refuses an Idempotency-Key that is none, also where nothing would be recorded', async () => {
    for (const url of ['/v1/calls', '/v1/calls?dry_run=true']) {
      const headers = { 'idempotency-key': 'k'.repeat(256) };
      const { status, body } = await ingestion.ask<unknown>('POST', url, { body: helloCall, headers });
      expect([status, body]).toMatchObject([400, { error: { code: 'invalid_request', param: 'Idempotency-Key' } }]);
    }
  });

  it('keeps 20,000 segments in order', async () => {
    const transcript: Segment[] = Array.from({ length: 20_000 }, (_, index) => ({
      speaker: index % 2 === 0 ? 'rep' : 'prospect',
      start_ms: index * 2,
      end_ms: index * 2 + 1,
      text: `Segment ${index}, "quoted".`,
    }));
    const { id } = await ingestion.record({ ...helloCall, transcript: transcript.toReversed() });
    expect((await ingestion.ask('GET', `/v1/calls/${id}`)).body.transcript).toEqual(transcript);
  });

  it('needs a duration where nothing was said', async () => {
    const silent = { ...helloCall, transcript: [] };
    expect(await ingestion.details('POST', '/v1/calls', { body: silent })).toEqual([
      400,
      'invalid_request',
      'duration_seconds',
    ]);
    const call = await ingestion.record({ ...silent, duration_seconds: 7 });
    expect([call.duration_seconds, call.transcript]).toEqual([7, []]);
    expect((await ingestion.outbox(call.id)).map(({ topic }) => topic)).toEqual(['call.ended', 'call.transcribed']);
  });
});

describe('a body that can not be recorded', () => {
  it('is answered with everything that is wrong with it', async () => {
    const body = {
      rep_id: 7,
      started_at: '2026-11-18',
      outcome: 'maybe',
      timezone: '+01:00',
      rep: { email: 'nobody' },
      prospect: { email: 'a@b' },
      attendees: [{ email: 'x@y.example' }, { email: 'a b@c.example' }],
      transcript: [
        { speaker: 'rep', start_ms: 5, end_ms: 2, text: 'x' },
        { speaker: 'nobody', start_ms: 0, end_ms: 1 },
        4,
      ],
      metadata: { a: 1 },
    };
    const [status, code, ...fields] = await ingestion.details('POST', '/v1/calls', { body });
    expect([status, code]).toEqual([400, 'invalid_request']);
    expect(fields.toSorted()).toEqual([
      'attendees[1].email',
      'metadata.a',
      'outcome',
      'prospect.email',
      'rep.email',
      'rep_id',
      'started_at',
      'timezone',
      'transcript[0].end_ms',
      'transcript[1].speaker',
      'transcript[1].text',
      'transcript[2]',
    ]);
  });

  it.each([['[]'], ['"x"'], ['null'], ['{"rep_id": '], ['']])('%s is no call', async (bytes) => {
    const headers = { 'content-type': 'application/json' };
    expect((await ingestion.ask('POST', '/v1/calls', { bytes, headers })).status).toBe(400);
  });

  it.each(['text/vtt', 'multipart/form-data; boundary=x', 'text/plain'])('%s is not taken', async (type) => {
    const refused = await ingestion.ask('POST', '/v1/calls', { bytes: 'x', headers: { 'content-type': type } });
    expect(refused.status).toBe(415);
  });

  it.each([helloCall, {}])('an unknown parameter is named, before what the body lacks: %#', async (body) => {
    expect(await ingestion.details('POST', '/v1/calls?colour=red', { body })).toEqual([
      400,
      'invalid_request',
      'colour',
    ]);
  });

  it('a key that only reads records nothing', async () => {
    expect(await ingestion.details('POST', '/v1/calls', { as: reader, body: helloCall })).toEqual([
      403,
      'insufficient_scope',
    ]);
  });
});
