import { readFile } from 'node:fs/promises';
import { answerOf, pagesOf, verifyWebhook } from '@ci/client';
import type {
  ActionItem,
  Call,
  CallDetail,
  CallSummary,
  Contact,
  ContactDetail,
  CreatedWebhookEndpoint,
  Delivery,
  WebhookEndpoint,
} from '@ci/contracts';
import { TraceCollector, until, type HttpsReceiver, type ReceivedRequest } from '@ci/testing';
import { serviceNames } from '@ci/testing/system';
import type { ApiClient } from './api-client.ts';
import { startRunningSystem, transcriptFixture, type RunningSystem } from './running-system.ts';
import { ShownMetrics, valuesIn } from './shown-metrics.ts';

interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

interface WebhookBody {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly workspace_id: string;
  readonly data: { readonly call: Call; readonly summary?: CallSummary; readonly action_items?: readonly ActionItem[] };
}

let running: RunningSystem;
let metrics: ShownMetrics;
let collector: TraceCollector;
let alpha: ApiClient;
let beta: ApiClient;
let receiver: HttpsReceiver;
let alphaHook: CreatedWebhookEndpoint;
let betaHook: CreatedWebhookEndpoint;
const calls: Record<'json' | 'zoom' | 'teams', CallDetail> = {} as never;

beforeAll(async () => {
  metrics = await ShownMetrics.choosePorts();
  // All that a service can be made to log: what must not be in a log is looked for below.
  collector = await TraceCollector.start();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  running = await startRunningSystem({ environment, overrides: metrics.overrides, logLevel: 'debug' });
  [alpha, beta] = [await running.client('alpha'), await running.client('beta')];
  receiver = await running.receiver();
  alphaHook = await registerHook(alpha, '/alpha');
  betaHook = await registerHook(beta, '/beta');
  calls.json = await record(alpha);
  calls.zoom = await importFile(alpha, 'zoom-sales-call.vtt', { external_id: 'zoom-1', source: 'zoom' });
  calls.teams = await importFile(beta, 'teams-sales-call.vtt', { source: 'teams' });
}, 180_000);

afterAll(async () => {
  await running.stop();
  await collector.close();
}, 120_000);

describe('three calls in two workspaces: JSON, Zoom and Teams', () => {
  it('answers 201 with the call and its transcript', () => {
    expect(calls.json).toMatchObject({
      rep_id: 'user_ines',
      created_at: '2026-11-18T15:00:00.000Z',
      prospect_email: 'noor@harbor-foods.example',
      outcome: 'no_outcome',
      outcome_source: 'inferred',
      analysis_status: 'pending',
      coaching_score: null,
    });
    expect(calls.json.transcript).toEqual(jsonCall.transcript);
    expect(calls.zoom.transcript.map(({ speaker }) => speaker)).toEqual(expect.arrayContaining(['rep', 'prospect']));
    expect(calls.teams.transcript.length).toBeGreaterThan(5);
  });

  it.each(['json', 'zoom', 'teams'] as const)('summarises the %s call with literal evidence', async (name) => {
    const client = clientOf(name);
    const summary = await summaryOf(client, calls[name].id);
    expect(summary.call_id).toBe(calls[name].id);
    expect(summary.coaching_score).toBeGreaterThanOrEqual(0);
    expect(summary.revision).toBe(1);
    for (const { start_ms, end_ms, quote } of Object.values(summary.evidence).flat(2)) {
      const segment = calls[name].transcript.find(
        (s) => s.start_ms === start_ms && s.end_ms === end_ms && s.text.includes(quote),
      );
      expect([quote, segment?.text]).toEqual([quote, expect.stringContaining(quote)]);
    }
  });

  it('finds the price objection, the promise with its date, and the outcome in the JSON call', async () => {
    const summary = await summaryOf(alpha, calls.json.id);
    const path = { id: calls.json.id };
    const { data: items } = await answerOf(alpha.api.GET('/calls/{id}/action-items', { params: { path } }));
    expect(summary.objections.length).toBeGreaterThanOrEqual(1);
    expect(items).toContainEqual(
      expect.objectContaining({
        owner: 'rep',
        due_date: '2026-11-27',
        completed: false,
        description: expect.stringMatching(/contract/i),
      }),
    );
    const call = await until(
      async () => {
        const current = await answerOf(alpha.api.GET('/calls/{id}', { params: { path } }));
        return current.analysis_status === 'ready' ? current : undefined;
      },
      { timeoutMs: 60_000, describe: 'ingestion has heard of the summary' },
    );
    expect(call).toMatchObject({ coaching_score: summary.coaching_score, outcome_source: 'inferred' });
  });

  it('delivers each call.ended and summary.ready once, in order, with a signature that verifies', async () => {
    const expected: readonly (readonly [CallDetail, CreatedWebhookEndpoint, string])[] = [
      [calls.json, alphaHook, '/alpha'],
      [calls.zoom, alphaHook, '/alpha'],
      [calls.teams, betaHook, '/beta'],
    ];
    for (const [call, hook, path] of expected) {
      const events = await until(
        () => {
          const seen = deliveriesOf(call.id);
          return seen.length >= 2 ? seen : undefined;
        },
        { describe: `both events of ${call.id} arrive` },
      );
      expect(events.map(({ body }) => body.type)).toEqual(['call.ended', 'summary.ready']);
      for (const { request, body } of events) {
        expect(request.path).toBe(path);
        expect(verifyWebhook(hook.secret, request.headers, request.body)).toEqual(body);
        expect(request.headers['webhook-id']).toBe(body.id);
        expect(body.data.call.id).toBe(call.id);
        expect(request.body).not.toContain('"transcript"');
      }
      expect(events[1]?.body.data.summary?.call_id).toBe(call.id);
      expect(events[1]?.body.data.call.analysis_status).toBe('ready');
    }
  });

  it('a signature made with another secret does not verify', () => {
    const [first] = deliveriesOf(calls.json.id);
    expect(() => verifyWebhook(betaHook.secret, first?.request.headers ?? {}, first?.request.body ?? '')).toThrow();
  });

  it('makes a contact with its history, found by e-mail in any case', async () => {
    const contact = await until(
      async () => (await alpha.get<Page<Contact>>('/contacts?email=NOOR@Harbor-Foods.example')).data[0],
      { timeoutMs: 60_000, describe: 'the contact is there' },
    );
    expect(contact).toMatchObject({
      email: 'noor@harbor-foods.example',
      name: 'Noor Haddad',
      company: 'Harbor Foods',
      call_count: 1,
      last_call_at: '2026-11-18T15:00:00.000Z',
    });
    const detail = await until(
      async () => {
        const current = await alpha.get<ContactDetail>(`/contacts/${contact.id}`);
        return current.calls[0]?.coaching_score === null ? undefined : current;
      },
      { timeoutMs: 60_000, describe: 'the score reaches the contact' },
    );
    const call = await alpha.get<CallDetail>(`/calls/${calls.json.id}`);
    expect(detail.calls).toEqual([
      {
        id: call.id,
        created_at: call.created_at,
        duration_seconds: call.duration_seconds,
        rep_id: 'user_ines',
        coaching_score: call.coaching_score,
        outcome: call.outcome,
      },
    ]);
  });

  it('lists calls newest first, page by page, without repeating or skipping', async () => {
    const first = await alpha.request<Page<Call>>('GET', '/calls?limit=1');
    expect(first.body.data).toHaveLength(1);
    expect(first.body.has_more).toBe(true);
    expect(first.headers.get('link')).toContain('rel="next"');
    const second = await alpha.get<Page<Call>>(`/calls?limit=1&cursor=${first.body.next_cursor}`);
    expect(second).toMatchObject({ next_cursor: null, has_more: false });
    const ids = [...first.body.data, ...second.data].map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set([calls.json.id, calls.zoom.id]));
    const whole = pagesOf((cursor) =>
      alpha.api.GET('/calls', { params: { query: { limit: 1, ...(cursor === undefined ? {} : { cursor }) } } }),
    );
    const found: string[] = [];
    for await (const { id } of whole) found.push(id);
    expect(found).toEqual(ids);
  });

  it.each([
    ['rep_id=user_ines', ['json']],
    ['rep_id=nobody', []],
    ['prospect_email=NOOR@harbor-foods.example', ['json']],
    ['external_id=zoom-1', ['zoom']],
    ['from=2026-11-18T15:00:00Z&to=2026-11-18T15:00:00Z', ['json']],
    ['from=2027-01-01T00:00:00%2B01:00', []],
  ] as const)('filters calls by %s', async (query, names) => {
    const { data } = await alpha.get<Page<Call>>(`/calls?${query}`);
    expect(data.map(({ id }) => id)).toEqual(names.map((name) => calls[name].id));
  });

  it('lists webhooks without secrets, and the deliveries of one', async () => {
    const { data } = await alpha.get<{ data: WebhookEndpoint[] }>('/webhooks');
    expect(data.map(({ id, status }) => [id, status])).toEqual([[alphaHook.id, 'active']]);
    expect(JSON.stringify(data)).not.toContain('secret');
    const log = await until(
      async () => {
        const page = await alpha.get<Page<Delivery>>(`/webhooks/${alphaHook.id}/deliveries`);
        return page.data.every(({ status }) => status === 'delivered') ? page : undefined;
      },
      { describe: 'what has arrived is recorded' },
    );
    expect(log.data.flatMap(({ attempts }) => attempts.map(({ status_code }) => status_code))).toEqual([
      200, 200, 200, 200,
    ]);
  });

  it('answers a conditional GET of an unchanged call with 304, and HEAD without a body', async () => {
    const { headers } = await alpha.request('GET', `/calls/${calls.json.id}`);
    const again = await alpha.request('GET', `/calls/${calls.json.id}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    const head = await alpha.request('HEAD', `/calls/${calls.json.id}`);
    expect([head.status, head.body]).toEqual([200, '']);
  });
});

describe('metrics, on ports of their own', () => {
  it('tell of requests by template, and of every queue that it is empty', async () => {
    const values = await until(
      async () => {
        const shown = [...valuesIn(await metrics.text())];
        // A reading is kept for some seconds, and on a slow machine it may come too late.
        return shown.every(([series, value]) => value === 0 || !ofQueues.test(series)) && new Map(shown);
      },
      { timeoutMs: 60_000, intervalMs: 500, describe: 'all queues are shown as empty' },
    );
    for (const series of countedSeries) expect([series, values.get(series)]).toEqual([series, expect.any(Number)]);
    for (const series of countedSeries) expect([series, values.get(series)]).not.toEqual([series, 0]);
    for (const series of emptyQueues) expect([series, values.get(series)]).toEqual([series, 0]);
    for (const service of serviceNames)
      for (const name of ['ci_events_horizon_lag_seconds', 'nodejs_eventloop_lag_p99_seconds'])
        expect([...values.keys()]).toContain(`${name}{service="${service}"}`);
  });

  it('say nothing of who uses the service, and are not at the address of the API', async () => {
    const shown = (await metrics.text()).toLowerCase();
    const { id } = calls.json;
    for (const text of [id, alpha.keyId, alpha.workspaceId, alphaHook.id, 'harbor', 'noor', receiver.url])
      expect(shown).not.toContain(text.toLowerCase());
    expect((await fetch(new URL('/metrics', alpha.baseUrl))).status).toBe(404);
  });
});

const ofQueues = /^ci_(?:consumer_lag|outbox|analysis_jobs|webhook_deliveries_due|unread)/;

const countedSeries = [
  'ci_http_request_duration_seconds_count{method="POST",route="/v1/calls",service="gateway",status="201"}',
  'ci_http_request_duration_seconds_count{method="GET",route="/v1/calls/:id/summary",service="gateway",status="200"}',
  'ci_http_request_duration_seconds_count{method="POST",route="/v1/calls/import",service="ingestion",status="201"}',
  'ci_consumed_messages_total{outcome="handled",service="summarization",topic="call.transcribed"}',
  'ci_webhook_attempt_duration_seconds_count{outcome="delivered",service="webhooks"}',
  'ci_webhook_delivery_age_seconds_count{service="webhooks"}',
  'ci_analysis_duration_seconds_count{engine="embedded",outcome="analysed",service="summarization"}',
  'ci_database_connections_most{pool="worker",service="contacts"}',
];

const emptyQueues = [
  'ci_consumer_lag_messages{service="contacts",topic="summary.ready"}',
  'ci_outbox_messages{service="ingestion"}',
  'ci_parked_keys{service="webhooks",side="consumer"}',
  'ci_analysis_jobs{service="summarization"}',
  'ci_webhook_deliveries_due{service="webhooks"}',
];

describe('the description of the API', () => {
  it('is what the build wrote to docs/openapi.json', async () => {
    const committed = JSON.parse(
      await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
    ) as Description;
    const served = () => alpha.get<Description>('/openapi.json');
    const pathsOf = ({ paths }: Description): number => Object.keys(paths).length;
    await until(async () => pathsOf(await served()) === pathsOf(committed), {
      describe: 'the gateway has read the descriptions of all services',
    });
    expect(await served()).toEqual(committed);
  });
});

describe('the trace of a call', () => {
  it('is one, from the request through outbox, Kafka and job to the attempt on the webhook of its summary', async () => {
    const line = await until(
      () =>
        collector.spans
          .filter(({ name }) => name === 'deliver webhook')
          .map((span) => collector.lineOf(span).map(({ service, name }) => `${service}: ${name}`))
          .find((names) => names.length > 5 && names.at(-1) === 'gateway: POST /v1/calls'),
      { timeoutMs: 60_000, describe: 'all spans of the trace have come' },
    );
    expect(line).toEqual([
      'webhooks: deliver webhook',
      'webhooks: process summary.ready',
      'summarization: send summary.ready',
      'summarization: analyse call',
      'summarization: process call.transcribed',
      'ingestion: send call.transcribed',
      'ingestion: POST /v1/calls',
      'gateway: POST /v1/calls',
    ]);
  });
});

describe('the log of all this, at its most talkative', () => {
  it('holds no secret, no address of anybody and no sentence of a call', () => {
    const log = running.logs().join('\n').toLowerCase();
    const { secrets } = running.system.options;
    const sought = [
      ...textsIn(secrets).map((secret) => secret.replace(/^k1:/, '')),
      ...[alpha.key, beta.key, alphaHook.secret, betaHook.secret],
      ...['noor@harbor-foods', 'marcus.webb@', 'ines@alpha-tools', 'noor haddad', 'ines duarte', 'harbor foods'],
      ...Object.values(calls).flatMap(({ transcript }) => transcript.map(({ text }) => text)),
    ];
    expect(sought.length).toBeGreaterThan(60);
    expect(sought.filter((text) => text.length >= MIN_SOUGHT && log.includes(text.toLowerCase()))).toEqual([]);
    // Not because nothing is logged.
    expect(log).toContain('"route":"/v1/calls/:id/summary"');
    for (const service of serviceNames) expect(log).toContain(`"service":"${service}"`);
  });

  it('is quiet, for nothing went wrong', () => {
    const entries = running.logs().filter((line) => line.startsWith('{'));
    const loud = entries.filter((line) => !/^\{"level":"(?:trace|debug|info)"/.test(line));
    // On a slow machine an answer of Kafka may be late, and that is logged.
    expect(
      loud.filter((line) => !/"msg":"(?:waiting for|the outbox cannot be sent|partition waits)/.test(line)),
    ).toEqual([]);
    const others = running.logs().filter((line) => !line.startsWith('{'));
    expect(others.filter((line) => !nameOfMigration.test(line))).toEqual([]);
  });
});

/** What a migration prints is for the operator who runs it. */
const nameOfMigration = /^[a-z]+: [A-Z]\w+\d{13}(?:, [A-Z]\w+\d{13})*$/;

/** “Yes.” is in many lines. */
const MIN_SOUGHT = 12;

function textsIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn);
}

interface Description {
  readonly paths: object;
}

const jsonCall = {
  rep_id: 'user_ines',
  rep: { name: 'Ines Duarte', email: 'ines@alpha-tools.example' },
  started_at: '2026-11-18T16:00:00+01:00',
  title: 'Harbor Foods: renewal',
  prospect: { email: 'Noor@Harbor-Foods.example', name: 'Noor Haddad', company: 'Harbor Foods' },
  timezone: 'Europe/Lisbon',
  transcript: (
    [
      ['rep', 'Good afternoon Noor, shall we go through the renewal together?'],
      ['prospect', 'Yes. I have to say the price is too high for us this year.'],
      ['rep', 'I hear you. We can leave out the analytics add-on, which brings it down by 400 euros.'],
      ['prospect', 'That helps. Let us renew without the add-on.'],
      ['rep', 'Great. I will send you the contract by next Friday.'],
      ['prospect', 'Perfect, thank you.'],
    ] as const
  ).map(([speaker, text], index) => ({ speaker, start_ms: index * 8_000, end_ms: index * 8_000 + 7_000, text })),
};

const clientOf = (name: keyof typeof calls): ApiClient => (name === 'teams' ? beta : alpha);

function registerHook(client: ApiClient, path: string): Promise<CreatedWebhookEndpoint> {
  const body = { url: `${receiver.url}${path}`, events: ['call.ended', 'summary.ready'] as const };
  return answerOf(client.api.POST('/webhooks', { body: { ...body, events: [...body.events] } }));
}

/** With `dry_run` the same route answers a preview, which has no id. */
async function record(client: ApiClient): Promise<CallDetail> {
  const call = await answerOf(client.api.POST('/calls', { body: jsonCall }));
  if (!('id' in call)) throw new Error('a preview in place of a call');
  return call;
}

function summaryOf(client: ApiClient, id: string): Promise<CallSummary> {
  return answerOf(client.api.GET('/calls/{id}/summary', { params: { path: { id }, header: { Prefer: 'wait=30' } } }));
}

async function importFile(client: ApiClient, fixture: string, query: Record<string, string>): Promise<CallDetail> {
  const parameters = new URLSearchParams({
    rep_id: 'user_dana',
    rep_name: 'Dana Reyes',
    started_at: '2026-11-19T10:00:00Z',
    prospect_email: 'marcus.webb@acme-logistics.example',
    prospect_name: 'Marcus Webb',
    ...query,
  });
  const answer = await client.request<CallDetail>('POST', `/calls/import?${parameters.toString()}`, {
    bytes: await transcriptFixture(fixture),
    headers: { 'content-type': 'text/vtt' },
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([201, `/v1/calls/${answer.body.id}`]);
  return answer.body;
}

function deliveriesOf(callId: string): { request: ReceivedRequest; body: WebhookBody }[] {
  return receiver.requests
    .map((request) => ({ request, body: JSON.parse(request.body) as WebhookBody }))
    .filter(({ body }) => body.data.call.id === callId);
}
