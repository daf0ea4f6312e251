import type { Call, CallDetail } from '@ci/contracts';
import { holdsWithin } from '@ci/testing';
import { ApiClient } from './api-client.ts';
import { ordinarySystem } from './ordinary-system.ts';
import type { RunningSystem } from './running-system.ts';

let running: RunningSystem;
let client: ApiClient;

beforeAll(async () => {
  running = await ordinarySystem();
  client = await running.client('bad-input');
}, 180_000);

afterAll(() => running.stop(), 120_000);

interface Refusal {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly request_id: string;
    readonly param?: string;
    readonly details?: readonly { readonly field: string; readonly message: string }[];
  };
}

const goodCall = {
  rep_id: 'r1',
  started_at: '2026-11-18T09:00:00Z',
  transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 1_000, text: 'Hello.' }],
};
const json = { 'content-type': 'application/json' };
const vtt = { 'content-type': 'text/vtt' };
const importPath = '/calls/import?rep_id=r1&started_at=2026-11-18T09:00:00Z';

describe('a body that is not what it should be', () => {
  it.each([
    ['invalid JSON', '{"rep_id": ', json, 400, 'invalid_request'],
    ['no body', '', json, 400, 'invalid_request'],
    ['an array', '[]', json, 400, 'invalid_request'],
    [
      'another media type',
      'rep_id=r1',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    ['11 MB', `{"x":"${'a'.repeat(11 * 1024 * 1024)}"}`, json, 413, 'payload_too_large'],
  ] as const)('%s', async (_name, bytes, headers, status, code) => {
    expect(await client.refusal('POST', '/calls', { bytes, headers })).toEqual({ status, code });
  });

  it('names every wrong field at once', async () => {
    const { status, body } = await client.request<Refusal>('POST', '/calls', {
      body: {
        rep_id: 7,
        started_at: '2026-11-18',
        outcome: 'maybe',
        transcript: [
          { speaker: 'rep', start_ms: 5, end_ms: 2, text: 'x' },
          { speaker: 'nobody', start_ms: 0, end_ms: 1 },
        ],
      },
    });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    const fields = body.error.details?.map(({ field }) => field);
    expect(fields).toEqual(
      expect.arrayContaining(['rep_id', 'started_at', 'outcome', 'transcript[1].speaker', 'transcript[1].text']),
    );
  });

  it.each([
    [
      'end before start',
      { transcript: [{ speaker: 'rep', start_ms: 5, end_ms: 2, text: 'x' }] },
      'transcript[0].end_ms',
    ],
    ['an instant without a zone', { started_at: '2026-11-18T09:00:00' }, 'started_at'],
    ['a time zone that does not exist', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an empty transcript without a duration', { transcript: [] }, 'duration_seconds'],
    ['an e-mail that is none', { prospect: { email: 'nobody' } }, 'prospect.email'],
  ])('%s', async (_name, change, field) => {
    const { status, body } = await client.request<Refusal>('POST', '/calls', { body: { ...goodCall, ...change } });
    expect([status, body.error.details?.map((detail) => detail.field)]).toEqual([400, [field]]);
    expect(body.error.param).toBe(field);
  });

  it('names the field that holds a NUL or an unpaired surrogate', async () => {
    for (const text of ['a\\u0000b', 'a\\ud800b']) {
      const bytes = JSON.stringify(goodCall).replace('Hello.', text);
      const { status, body } = await client.request<Refusal>('POST', '/calls', { bytes, headers: json });
      expect([status, body.error.param]).toEqual([400, 'transcript[0].text']);
    }
  });
});

describe('an imported file that is not what it should be', () => {
  it.each([
    ['a broken timestamp', 'WEBVTT\n\n00:00:01.000 --> 00:0x:02.000\nRep: Hi\n'],
    ['no cue at all', 'WEBVTT\n\nNOTE nothing here\n'],
    ['another format', 'Dear diary, today I sold nothing.'],
  ])('%s', async (_name, bytes) => {
    expect(await client.refusal('POST', importPath, { bytes, headers: vtt })).toEqual({
      status: 400,
      code: 'invalid_request',
    });
  });

  it('keeps a file with a NUL, with U+FFFD in its place', async () => {
    const bytes =
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nAnn: He\u0000llo\n\n00:00:03.000 --> 00:00:04.000\nBob: Hi\n';
    const { transcript } = (await client.request<CallDetail>('POST', importPath, { bytes, headers: vtt })).body;
    expect(transcript.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['rep', 'He\ufffdllo'],
      ['prospect', 'Hi'],
    ]);
  });

  it('?dry_run=true says what would be recorded, and records nothing', async () => {
    const before = (await client.get<{ data: Call[] }>('/calls')).data.length;
    const bytes = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nAnn: Hello\n';
    const { status, body } = await client.request<CallDetail>('POST', `${importPath}&dry_run=true`, {
      bytes,
      headers: vtt,
    });
    expect([status, body.transcript.length, body.speaker_mapping]).toEqual([200, 1, 'guessed']);
    expect((await client.get<{ data: Call[] }>('/calls')).data).toHaveLength(before);
  });
});

describe('parameters', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['cursor=forged', 'cursor'],
    ['outcome=maybe', 'outcome'],
    ['from=2026-01-01', 'from'],
    ['from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
    ['colour=red', 'colour'],
    ['rep_id=a&rep_id=b', 'rep_id'],
  ])('GET /calls?%s names %s', async (query, parameter) => {
    const { status, body } = await client.request<Refusal>('GET', `/calls?${query}`);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_request', parameter]);
  });

  it('takes an empty cursor for none', async () => {
    await expect(client.get('/calls?cursor=')).resolves.toBeDefined();
  });
});

describe('paths and ids', () => {
  it.each([
    ['GET', '/calls/call_unknown'],
    ['GET', '/calls/%00'],
    ['GET', `/calls/${'x'.repeat(3_000)}`],
    ['GET', '/contacts/con_unknown'],
    ['DELETE', '/webhooks/whk_unknown'],
    ['PATCH', '/action-items/act_unknown'],
    ['GET', '/nothing-here'],
  ])('%s %s is not found', async (method, path) => {
    const refused = await client.refusal(method, path, method === 'PATCH' ? { body: { completed: true } } : {});
    expect(refused).toEqual({ status: 404, code: 'not_found' });
  });

  it('another method on a known path gives 405 with Allow', async () => {
    const answer = await client.request<Refusal>('PUT', '/calls', { body: {} });
    expect([answer.status, answer.body.error.code]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(['GET', 'POST']));
  });

  it('every answer carries the id of its request', async () => {
    const { headers, body } = await client.request<Refusal>('GET', '/calls/call_unknown');
    expect(body.error.request_id).toMatch(/^req_/);
    expect(headers.get('x-request-id')).toBe(body.error.request_id);
  });
});

describe('keys', () => {
  it.each([
    ['none', undefined],
    ['another scheme', 'Basic abc'],
    ['a mistyped key', 'Bearer ci_live_000000000000000000000000000000000000'],
    ['text', 'Bearer nonsense'],
  ])('%s gives one identical 401', async (_name, authorization) => {
    const response = await fetch(`${client.baseUrl}/calls?api_key=${client.key}`, {
      headers: authorization === undefined ? {} : { authorization },
    });
    const { error } = (await response.json()) as Refusal;
    expect([response.status, response.headers.get('www-authenticate'), error.code]).toEqual([
      401,
      'Bearer',
      'unauthorized',
    ]);
  });

  it('a deleted key is refused within a second', async () => {
    const doomed = await running.client('bad-input');
    await expect(doomed.get('/calls')).resolves.toBeDefined();
    await running.system.operate(['keys', 'delete', doomed.keyId, '--yes']);
    await holdsWithin(1_000, async () => (await doomed.request('GET', '/calls')).status === 401);
  });
});

describe('the same call again', () => {
  const external = { ...goodCall, source: 'crm', external_id: 'deal-1' };

  it('with the same content is the existing call, with other content a conflict', async () => {
    const first = await client.request<CallDetail>('POST', '/calls', { body: external });
    const again = await client.request<CallDetail>('POST', '/calls', { body: external });
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
    const other = { ...external, duration_seconds: 99 };
    expect(await client.refusal('POST', '/calls', { body: other })).toEqual({ status: 409, code: 'conflict' });
  });

  it('under one Idempotency-Key is recorded once, and another body is refused', async () => {
    const headers = { 'idempotency-key': 'import-2026-11-18' };
    const first = await client.request<CallDetail>('POST', '/calls', { body: goodCall, headers });
    const again = await client.request<CallDetail>('POST', '/calls', { body: goodCall, headers });
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = { ...goodCall, rep_id: 'r2' };
    expect(await client.refusal('POST', '/calls', { body: other, headers })).toEqual({
      status: 422,
      code: 'idempotency_key_reused',
    });
  });
});

describe('after all of this', () => {
  it('an ordinary call is recorded and summarised, and nobody has logged an error', async () => {
    const call = await client.post<CallDetail>('/calls', goodCall);
    await expect(client.get(`/calls/${call.id}/summary`, { prefer: 'wait=30' })).resolves.toMatchObject({
      call_id: call.id,
    });
    const loud = running
      .logs()
      .filter((line) => line.startsWith('{') && (JSON.parse(line) as { level: number }).level >= 50);
    expect(loud).toEqual([]);
  });
});
