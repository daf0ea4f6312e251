import { webhookExamples } from '@ci/contracts';
import { reachOf, roles, type OperationId } from '@ci/contracts/console';
import { compileSchema } from '@ci/validation';
import { operationIds } from '@ci/testing';
import { service as definition } from '../src/service.ts';
import { startWebhooks, workspace, type WebhooksService } from './webhooks-service.ts';

let service: WebhooksService;
beforeAll(async () => {
  service = await startWebhooks();
});
afterAll(() => service.close());

const other = { workspace: 'wsp_06f0q1z0s2t4v6x8z0b2d4g6j9' };
const url = 'https://crm.example.com/hooks';
const body = { url, events: ['call.ended'] };

describe('registering', () => {
  it('answers the endpoint with its secret, and never again', async () => {
    const created = await service.request('POST', '/v1/webhooks', { body: { ...body, description: 'CRM' } });
    expect(created.status).toBe(201);
    expect(created.headers['location']).toBe(`/v1/webhooks/${created.body.id}`);
    const { secret, ...endpoint } = created.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      url,
      events: ['call.ended'],
      description: 'CRM',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      status: 'active',
      disabled_reason: null,
      disabled_at: null,
      health: { failing_since: null, failed_attempts: 0, failure_rate: null, next_attempt_at: null },
    });
    expect((await service.request('GET', `/v1/webhooks/${endpoint.id}`)).body).toEqual(endpoint);
    expect((await service.request('GET', '/v1/webhooks')).body.data).toContainEqual(endpoint);
  });

  it('keeps the secret encrypted, and out of the events', async () => {
    const { body: created } = await service.request('POST', '/v1/webhooks', { body });
    const stored = await service.database.dataSource.query(
      `SELECT encode(secret, 'escape') AS text FROM webhook_secrets WHERE webhook_id = $1
       UNION ALL SELECT data::text FROM events UNION ALL SELECT data FROM event_personal`,
      [created.id],
    );
    expect(stored.length).toBeGreaterThan(2);
    expect(JSON.stringify(stored)).not.toContain(created.secret.slice(6, 30));
  });

  it('names everything that is wrong', async () => {
    const wrong = { url: 'https://169.254.169.254/', events: ['call.ended', 'call.exploded'], description: 1 };
    const { status, body: answer } = await service.request('POST', '/v1/webhooks', { body: wrong });
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ code: 'invalid_request', request_id: expect.any(String) });
    expect(answer.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'url',
      'events[1]',
      'description',
    ]);
  });

  it.each([
    ['an empty list of events', { url, events: [] }, 'events'],
    ['plain HTTP', { url: 'http://crm.example.com/', events: ['call.ended'] }, 'url'],
    ['no URL', { events: ['call.ended'] }, 'url'],
  ])('refuses %s with its name', async (_name, wrong, param) => {
    const { status, body: answer } = await service.request('POST', '/v1/webhooks', { body: wrong });
    expect([status, answer.error.code, answer.error.param]).toEqual([400, 'invalid_request', param]);
  });

  it('under one Idempotency-Key happens once, and repeats the secret', async () => {
    const headers = { 'idempotency-key': 'one' };
    const first = await service.request('POST', '/v1/webhooks', { body, headers });
    const again = await service.request('POST', '/v1/webhooks', { body, headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const stored = await service.database.dataSource.query(
      `SELECT encode(response, 'escape') AS text FROM idempotency_keys`,
    );
    expect(JSON.stringify(stored)).not.toContain(first.body.secret.slice(6, 30));
  });

  it('stops at twenty a workspace, also when thirty come at once, and goes on after a deletion', async () => {
    const full = { workspace: 'wsp_full' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => service.request('POST', '/v1/webhooks', { ...full, body })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(10);
    expect(new Set(refused.map((answer) => `${answer.status} ${answer.body.error.code}`))).toEqual(
      new Set(['409 webhook_limit_reached']),
    );
    const { data } = (await service.request('GET', '/v1/webhooks', full)).body;
    expect(data).toHaveLength(20);
    const order = data.map((endpoint: { created_at: string; id: string }) => `${endpoint.created_at} ${endpoint.id}`);
    expect(order).toEqual([...order].sort().reverse());
    await service.request('DELETE', `/v1/webhooks/${data[0].id}`, full);
    expect((await service.request('POST', '/v1/webhooks', { ...full, body })).status).toBe(201);
  });
});

describe('changing', () => {
  it('disables by hand, shows why and since when, and brings back', async () => {
    const { id } = await service.register();
    const off = await service.request('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    expect(off.body).toMatchObject({ status: 'disabled', disabled_reason: 'manual', disabled_at: expect.any(String) });
    expect((await service.request('POST', `/v1/webhooks/${id}/test`)).body.error.code).toBe('conflict');
    const on = await service.request('PATCH', `/v1/webhooks/${id}`, {
      body: { status: 'active', description: 'Back' },
    });
    expect(on.body).toMatchObject({ status: 'active', disabled_reason: null, disabled_at: null, description: 'Back' });
    expect((await service.request('GET', `/v1/webhooks/${id}`)).body).toEqual(on.body);
  });

  it('changes URL and events', async () => {
    const { id } = await service.register();
    const change = { url: 'https://new.example.com/', events: ['summary.ready', 'summary.ready'] };
    const { status, body: changed } = await service.request('PATCH', `/v1/webhooks/${id}`, { body: change });
    expect([status, changed.url, changed.events]).toEqual([200, 'https://new.example.com/', ['summary.ready']]);
    expect(changed.secret).toBeUndefined();
  });

  it('is checked', async () => {
    const { id } = await service.register();
    const wrong = await service.request('PATCH', `/v1/webhooks/${id}`, { body: { status: 'paused', url: null } });
    expect(wrong.body.error.details.map(({ field }: { field: string }) => field)).toEqual(['url', 'status']);
  });
});

describe('unknown, malformed and foreign ids', () => {
  it('get one and the same 404 on every route', async () => {
    const { id } = await service.register();
    const test = await service.request('POST', `/v1/webhooks/${id}/test`);
    const recovery = await service.request('POST', `/v1/webhooks/${id}/recover`, {
      body: { since: '2026-01-02T03:04:05Z' },
    });
    const routes = (webhook: string, delivery: string): [string, string, object?][] => [
      ['GET', `/v1/webhooks/${webhook}`],
      ['PATCH', `/v1/webhooks/${webhook}`, { status: 'active' }],
      ['DELETE', `/v1/webhooks/${webhook}`],
      ['POST', `/v1/webhooks/${webhook}/test`],
      ['GET', `/v1/webhooks/${webhook}/deliveries`],
      ['GET', `/v1/webhooks/${webhook}/deliveries/${delivery}`],
      ['POST', `/v1/deliveries/${delivery}/redeliver`],
      ['POST', `/v1/webhooks/${webhook}/recover`, { since: '2026-01-02T03:04:05Z' }],
      ['POST', `/v1/webhooks/${webhook}/recover?dry_run=true`, { since: '2026-01-02T03:04:05Z' }],
      ['GET', `/v1/webhooks/${webhook}/recoveries`],
      ['GET', `/v1/webhooks/${webhook}/recoveries/${recovery.body.id}`],
      ['POST', `/v1/webhooks/${webhook}/recoveries/${recovery.body.id}/cancel`],
    ];
    const asked = [
      ...routes(id, test.body.id).map((route) => [route, other] as const),
      ...routes('whk_06f0q1zb8f6h8j0k2m4n6p8q0r', 'dlv_06f0q1zb8f6h8j0k2m4n6p8q0r').map(
        (route) => [route, {}] as const,
      ),
      ...routes('nonsense%00', "'; DROP TABLE x").map((route) => [route, {}] as const),
    ];
    for (const [[method, path, sent], options] of asked) {
      const answer = await service.request(method, encodeURI(path).replace('%2500', '%00'), {
        ...options,
        ...(sent ? { body: sent } : {}),
      });
      expect([method, path, answer.status, answer.body.error.code, answer.body.error.message]).toEqual([
        method,
        path,
        404,
        'not_found',
        'There is no such resource.',
      ]);
    }
    expect((await service.request('GET', `/v1/webhooks/${id}`)).status).toBe(200);
    // Another endpoint of the same workspace is no way to a recovery or a delivery either.
    const second = await service.register();
    for (const below of [`recoveries/${recovery.body.id}`, `deliveries/${test.body.id}`]) {
      const found = (webhook: string) =>
        service.request('GET', `/v1/webhooks/${webhook}/${below}`).then(({ status }) => status);
      expect([below, await found(id), await found(second.id)]).toEqual([below, 200, 404]);
    }
    // Nor is an endpoint that is deleted, while its deliveries are still kept.
    await service.request('DELETE', `/v1/webhooks/${id}`);
    expect((await service.request('GET', `/v1/webhooks/${id}/deliveries/${test.body.id}`)).status).toBe(404);
  });
});

/** Every operation of this service. */
const operations: readonly (readonly [OperationId, string, string])[] = [
  ['listWebhooks', 'GET', '/v1/webhooks'],
  ['createWebhook', 'POST', '/v1/webhooks'],
  ['listEventTypes', 'GET', '/v1/webhooks/event-types'],
  ['getWebhook', 'GET', '/v1/webhooks/whk_1'],
  ['updateWebhook', 'PATCH', '/v1/webhooks/whk_1'],
  ['deleteWebhook', 'DELETE', '/v1/webhooks/whk_1'],
  ['testWebhook', 'POST', '/v1/webhooks/whk_1/test'],
  ['recoverWebhook', 'POST', '/v1/webhooks/whk_1/recover'],
  ['listDeliveries', 'GET', '/v1/webhooks/whk_1/deliveries'],
  ['getDelivery', 'GET', '/v1/webhooks/whk_1/deliveries/dlv_1'],
  ['listRecoveries', 'GET', '/v1/webhooks/whk_1/recoveries'],
  ['getRecovery', 'GET', '/v1/webhooks/whk_1/recoveries/rec_1'],
  ['cancelRecovery', 'POST', '/v1/webhooks/whk_1/recoveries/rec_1/cancel'],
  ['redeliver', 'POST', '/v1/deliveries/dlv_1/redeliver'],
];

describe('who may only read, or is no owner', () => {
  it('is refused by every operation of the service', async () => {
    const described = operationIds(await definition.description());
    expect(operations.map(([operation]) => operation).toSorted()).toEqual(described);
  });

  it.each(operations)('may not even %s', async (operation, method, path) => {
    const answer = await service.request(method, path, { scope: 'read-only' });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'insufficient_scope']);
    for (const role of roles) {
      const scope = role === 'reader' ? 'read-only' : 'read-write';
      const { status, body } = await service.request(method, path, { scope, member: { role, repIds: ['user_dana'] } });
      const isRefused = status === 403 && body.error.code === 'insufficient_role';
      expect([role, isRefused]).toEqual([role, reachOf(role, operation) === 'none']);
    }
  });
});

it('nobody gets in without a token', async () => {
  const answer = await service.app.inject({ url: '/v1/webhooks' });
  expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'unauthorized']);
});

it('event types are listed with schemas and examples that fit them', async () => {
  const { data } = (await service.request('GET', '/v1/webhooks/event-types')).body;
  expect(data.map(({ type, subscribable }: { type: string; subscribable: boolean }) => [type, subscribable])).toEqual([
    ['call.ended', true],
    ['summary.ready', true],
    ['summary.failed', true],
    ['webhook.test', false],
  ]);
  expect(data[1]).toMatchObject({
    description: 'The analysis of a call is done.',
    example: webhookExamples['summary.ready'],
  });
  for (const { schema, example } of data) {
    const check = compileSchema(schema);
    expect(check(example)).toBe(example);
    expect(() => check({ ...example, data: {} })).toThrow();
  }
});

it.each(['GET', 'POST'] as const)('unknown parameters are named, before what a body lacks: %s', async (method) => {
  const answer = await service.request(method, '/v1/webhooks?limit=3');
  expect([answer.status, answer.body.error.param]).toEqual([400, 'limit']);
});

describe('the list of deliveries', () => {
  it('has pages that neither repeat nor skip', async () => {
    const { id } = await service.register();
    const sent: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      sent.unshift((await service.request('POST', `/v1/webhooks/${id}/test`)).body.id);
    }
    const first = await service.request('GET', `/v1/webhooks/${id}/deliveries?limit=2&cursor=`);
    expect(first.body.has_more).toBe(true);
    expect(first.headers['link']).toContain('rel="next"');
    await service.request('POST', `/v1/webhooks/${id}/test`);
    const second = await service.request(
      'GET',
      `/v1/webhooks/${id}/deliveries?limit=2&cursor=${first.body.next_cursor}`,
    );
    const third = await service.request(
      'GET',
      `/v1/webhooks/${id}/deliveries?limit=2&cursor=${second.body.next_cursor}`,
    );
    expect(
      [first, second, third].flatMap(({ body: page }) => page.data.map((entry: { id: string }) => entry.id)),
    ).toEqual(sent);
    expect([third.body.has_more, third.body.next_cursor]).toEqual([false, null]);
  });

  it('is filtered by what became of them and by the type of their events, page by page', async () => {
    const { id } = await service.register();
    const statuses = ['pending', 'delivered', 'failed', 'dropped'];
    const types = ['call.ended', 'summary.ready', 'summary.failed', 'webhook.test'];
    // Two of each type in each status, three of which are always of one instant; what is pending is far from due.
    await service.database.dataSource.query(
      `INSERT INTO deliveries (id, workspace_id, webhook_id, event_id, event_type, status, created_at, next_attempt_at)
       SELECT $1 || '-' || n, $2, $1, $1 || '-event-' || n, ($3::text[])[1 + n % 4], ($4::text[])[1 + n / 4 % 4],
              now() - n / 3 * interval '1 min', CASE n / 4 % 4 WHEN 0 THEN now() + interval '1 day' END
       FROM generate_series(0, 31) n`,
      [id, workspace, types, statuses],
    );
    interface Entry {
      readonly id: string;
      readonly status: string;
      readonly event_type: string;
    }
    const pages = async (filters: string, limit: number): Promise<Entry[]> => {
      const found: Entry[] = [];
      for (let at: string | null = ''; at !== null;) {
        const answer = await service.request(
          'GET',
          `/v1/webhooks/${id}/deliveries?${filters}&limit=${limit}&cursor=${at}`,
        );
        expect(answer.status).toBe(200);
        found.push(...(answer.body.data as Entry[]));
        at = answer.body.next_cursor as string | null;
      }
      return found;
    };
    const whole = await pages('', 100);
    expect(whole).toHaveLength(32);
    for (const status of [undefined, ...statuses]) {
      for (const type of [undefined, ...types]) {
        const filters = `${status ? `&status=${status}` : ''}${type ? `&event_type=${type}` : ''}`.slice(1);
        const fitting = whole.filter(
          (entry) => (status ?? entry.status) === entry.status && (type ?? entry.event_type) === entry.event_type,
        );
        expect(fitting.length).toBeGreaterThan(1);
        expect([filters, await pages(filters, 3)]).toEqual([filters, fitting]);
      }
    }
    await service.request('DELETE', `/v1/webhooks/${id}`);
  });

  it.each([
    'limit=0',
    'limit=101',
    'cursor=abc',
    'status=lost',
    'status=',
    'status=failed&status=failed',
    'event_type=call.begun',
    'type=call.ended',
    'limit=1&limit=2',
  ])('refuses %s by name', async (query) => {
    const { id } = await service.register();
    const answer = await service.request('GET', `/v1/webhooks/${id}/deliveries?${query}`);
    expect([answer.status, answer.body.error.param]).toEqual([400, query.split('=', 1)[0]]);
    await service.request('DELETE', `/v1/webhooks/${id}`);
  });

  it("does not take another list's cursor", async () => {
    const [one, two] = [await service.register(), await service.register()];
    for (let index = 0; index < 2; index += 1) await service.request('POST', `/v1/webhooks/${one.id}/test`);
    const { next_cursor } = (await service.request('GET', `/v1/webhooks/${one.id}/deliveries?limit=1`)).body;
    const answer = await service.request('GET', `/v1/webhooks/${two.id}/deliveries?cursor=${next_cursor}`);
    expect([answer.status, answer.body.error.param]).toEqual([400, 'cursor']);
  });
});
