import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { testDatabase, type TestDatabase } from '@ci/testing';
import { entities, migrations } from '../src/database/schema.ts';
import { RecordingService } from './recording-service.ts';
import {
  counted,
  createKey,
  errorCode,
  startGateway,
  testAccess,
  untilRefused,
  type RunningGateway,
} from './running-gateway.ts';

const service = new RecordingService();
const tooLarge = new Uint8Array(10 * 1024 * 1024 + 1);
let database: TestDatabase;
let gateway: RunningGateway;
let keys: Record<'owner' | 'reader' | 'spent', string>;

beforeAll(async () => {
  database = await testDatabase({ schema: 'gateway', entities, migrations, access: testAccess });
  await service.listen();
  const { url } = service;
  gateway = await startGateway({
    databases: database.urls,
    services: { ingestion: url, summarization: url, contacts: url, webhooks: url },
    environment: { FAILED_KEYS_PER_MINUTE: '1000' },
  });
  const [owner, reader, spent] = await Promise.all([
    createKey(database.dataSource, 'w'),
    createKey(database.dataSource, 'w', 'read-only'),
    createKey(database.dataSource, 'w', 'read-only'),
  ]);
  keys = { owner: owner.key, reader: reader.key, spent: spent.key };
  // An empty bucket that fills with ten tokens a second, from an hour ahead on.
  await database.dataSource.query(
    `INSERT INTO rate_budgets (bucket, tokens, granted, refilled_at) VALUES ($1, 0, 0, now() + interval '1 hour')`,
    [`key:${spent.id}`],
  );
});

afterAll(async () => {
  await gateway.app.close();
  await service.close();
  await database.drop();
});

describe('the order of checks: 401, 429, 403, 404 and 405, 413', () => {
  it.each([
    ['no key, no route', 'GET', '/v1/nothing', undefined, 401, 'unauthorized'],
    ['no key, no method', 'PUT', '/v1/calls', undefined, 401, 'unauthorized'],
    ['no key, odd method', 'PROPFIND', '/v1/calls', undefined, 401, 'unauthorized'],
    ['no key, large body', 'POST', '/v1/calls', undefined, 401, 'unauthorized'],
    ['no key, an impossible id', 'GET', '/v1/calls/%00', undefined, 401, 'unauthorized'],
    ['no key, a broken escape', 'GET', '/v1/calls/%zz', undefined, 401, 'unauthorized'],
    ['no key, the root', 'GET', '/v1', undefined, 401, 'unauthorized'],
    ['spent budget before scope', 'POST', '/v1/calls', 'spent', 429, 'rate_limited'],
    ['spent budget before route', 'GET', '/v1/nothing', 'spent', 429, 'rate_limited'],
    ['scope before route', 'POST', '/v1/nothing', 'reader', 403, 'insufficient_scope'],
    ['scope before method', 'PUT', '/v1/calls', 'reader', 403, 'insufficient_scope'],
    ['scope before body', 'POST', '/v1/calls', 'reader', 403, 'insufficient_scope'],
    ['scope before id', 'DELETE', '/v1/calls/unknown', 'reader', 403, 'insufficient_scope'],
    ['a reader and webhooks', 'GET', '/v1/webhooks', 'reader', 403, 'insufficient_scope'],
    ['a reader and event types', 'GET', '/v1/webhooks/event-types', 'reader', 403, 'insufficient_scope'],
    ['a reader and deliveries', 'GET', '/v1/deliveries/x/redeliver', 'reader', 403, 'insufficient_scope'],
    ['a reader and no route', 'GET', '/v1/nothing', 'reader', 404, 'not_found'],
    ['a reader and another method', 'OPTIONS', '/v1/calls', 'reader', 405, 'method_not_allowed'],
    ['route before body', 'POST', '/v1/nothing', 'owner', 404, 'not_found'],
    ['method before body', 'PUT', '/v1/calls', 'owner', 405, 'method_not_allowed'],
    ['an internal path', 'GET', '/v1/internal/calls/x/existence', 'owner', 404, 'not_found'],
    ['a broken escape', 'GET', '/v1/contacts/100%/x', 'owner', 404, 'not_found'],
    ['large body', 'POST', '/v1/calls', 'owner', 413, 'payload_too_large'],
  ] as const)('%s: %s %s', async (_name, method, path, key, status, code) => {
    const before = service.requests.length;
    const answer = await counted(() =>
      gateway.request(method, path, {
        ...(key === undefined ? {} : { key: keys[key] }),
        ...(['GET', 'OPTIONS', 'PROPFIND', 'DELETE'].includes(method) ? {} : { body: tooLarge }),
      }),
    );
    const body = (await answer.json()) as { error: { code: string; request_id: string } };
    expect([answer.status, body.error.code]).toEqual([status, code]);
    expect(answer.headers.get('x-request-id')).toBe(body.error.request_id);
    expect(body.error.request_id).toMatch(/^req_[0-9a-z]{26}$/);
    const budget = key === undefined ? 'failed-keys' : 'requests';
    expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"${budget}";r=\\d+;t=\\d+`));
    expect(answer.headers.get('ratelimit-policy')).toMatch(new RegExp(`^"${budget}";q=\\d+;w=60`));
    expect(service.requests).toHaveLength(before);
  });

  it('names the methods of the route with 405, and when to come back with 429', async () => {
    const { headers } = await gateway.request('PUT', '/v1/webhooks/whk_1', { key: keys.owner });
    expect(headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE');
    const limited = await counted(() => gateway.request('GET', '/v1/calls', { key: keys.spent }));
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(limited.headers.get('ratelimit')).toMatch(/^"requests";r=0;t=\d+$/);
  });

  it('takes a trailing slash, and HEAD wherever there is GET', async () => {
    expect((await gateway.request('GET', '/v1/calls/', { key: keys.reader })).status).toBe(200);
    expect(service.last.url).toBe('/v1/calls');
    expect((await gateway.request('HEAD', '/v1/contacts?limit=1', { key: keys.reader })).status).toBe(200);
    expect([service.last.method, service.last.url]).toEqual(['HEAD', '/v1/contacts?limit=1']);
  });
});

describe('what is left of the budget', () => {
  it.each([200, 201, 204, 304, 400, 404, 409, 401, 500, 503])('stands beside a %d of the service', async (status) => {
    const { answer } = service;
    // Whatever the service may say of budgets is not for the client.
    service.answer = (_request, reply) => reply.code(status).header('ratelimit', '"other";r=1;t=1').send();
    try {
      const { headers } = await counted(() => gateway.request('GET', '/v1/contacts', { key: keys.owner }));
      expect(headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=\d+$/);
      expect(headers.get('ratelimit-policy')).toBe('"requests";q=600;w=60');
    } finally {
      service.answer = answer;
    }
  });

  it('stands beside a 503 for a service that is away, and a 413', async () => {
    const alone = await startGateway({ databases: database.urls });
    try {
      const away = await counted(() => alone.request('GET', '/v1/contacts', { key: keys.owner }));
      expect([away.status, away.headers.get('ratelimit')]).toEqual([503, expect.stringMatching(/^"requests";r=/)]);
      const large = await counted(() => alone.request('POST', '/v1/calls', { key: keys.owner, body: tooLarge }));
      expect([large.status, large.headers.get('ratelimit')]).toEqual([413, expect.stringMatching(/^"requests";r=/)]);
    } finally {
      await alone.app.close();
    }
  });
});

describe('the 401', () => {
  it('is the same for a missing, malformed, mistyped and unknown key, and for one in the query', async () => {
    const unknown = 'ci_live_0123456789ABCDEFGHIJKLMNOPQRST' + '0OG8Vt';
    const answers = await Promise.all([
      gateway.request('GET', `/v1/calls?api_key=${keys.owner}&key=${keys.owner}`),
      gateway.request('GET', '/v1/calls', { key: 'nonsense' }),
      gateway.request('GET', '/v1/calls', { key: unknown }),
      gateway.request('GET', '/v1/calls', { key: `${keys.owner}x` }),
      gateway.request('GET', '/v1/calls', { headers: { authorization: `Basic ${keys.owner}` } }),
      gateway.request('GET', '/v1/calls', { headers: { 'x-api-key': keys.owner } }),
    ]);
    for (const answer of answers) {
      const { error } = (await answer.json()) as { error: Record<string, unknown> };
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect({ ...error, request_id: '' }).toEqual({
        code: 'unauthorized',
        message: 'The API key is missing or invalid.',
        request_id: '',
        doc_url: '/docs/build/errors#unauthorized',
      });
    }
  });

  it('becomes 429 for an address that tries too often, and a valid key is never refused for it', async () => {
    const strict = await startGateway({
      databases: database.urls,
      services: { ingestion: service.url },
      environment: { FAILED_KEYS_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1' },
    });
    try {
      const from = (address: string, key?: string) =>
        strict.request('GET', '/v1/calls', { headers: { 'x-forwarded-for': address }, ...(key ? { key } : {}) });
      expect(await untilRefused(strict, () => from('203.0.113.7'))).toEqual([401, 401, 401, 429]);
      const refused = await counted(() => from('203.0.113.7'));
      expect([await errorCode(refused), Number(refused.headers.get('retry-after')) > 0]).toEqual([
        'rate_limited',
        true,
      ]);
      expect(refused.headers.get('ratelimit')).toMatch(/^"failed-keys";r=0;t=\d+$/);
      expect((await from('203.0.113.7', keys.owner)).status).toBe(200);
      expect((await from('203.0.113.8')).status).toBe(401);
    } finally {
      await strict.app.close();
    }
  });

  it('counts, of a chain of proxies, the last address that is none of them', async () => {
    const strict = await startGateway({
      databases: database.urls,
      environment: { FAILED_KEYS_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.1,10.1.0.0/16' },
    });
    try {
      // What comes before the last of them was written by the client: another name each time.
      const forged = ['192.0.2.1', '10.1.9.9', '192.0.2.2'];
      const statuses = await untilRefused(strict, () => {
        forged.push(forged.shift() ?? '');
        const chain = `${forged[0] ?? ''}, 203.0.113.70, 10.1.4.5, 10.1.200.1`;
        return strict.request('GET', '/v1/x', { headers: { 'x-forwarded-for': chain } });
      });
      expect(statuses).toEqual([401, 401, 429]);
      const other = { 'x-forwarded-for': '203.0.113.70, 203.0.113.71, 10.1.4.5' };
      expect((await strict.request('GET', '/v1/x', { headers: other })).status).toBe(401);
    } finally {
      await strict.app.close();
    }
  });

  it('counts forwarded addresses only from configured proxies, and says once that others send them', async () => {
    const lines: string[] = [];
    const strict = await startGateway({
      databases: database.urls,
      environment: { FAILED_KEYS_PER_MINUTE: '2', TRUSTED_PROXIES: 'none' },
      onLine: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg),
    });
    try {
      let asked = 0;
      const statuses = await untilRefused(strict, () => {
        asked += 1;
        return strict.request('GET', '/v1/x', { headers: { 'x-forwarded-for': `203.0.113.${String(asked)}` } });
      });
      expect(statuses).toEqual([401, 401, 429]);
      expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1);
    } finally {
      await strict.app.close();
    }
  });

  it('says nothing of a proxy that is configured', async () => {
    const lines: string[] = [];
    const strict = await startGateway({
      databases: database.urls,
      environment: { TRUSTED_PROXIES: '127.0.0.1' },
      onLine: (line) => void lines.push(line),
    });
    try {
      for (const address of ['203.0.113.1', '127.0.0.1'])
        await strict.request('GET', '/v1/x', { headers: { 'x-forwarded-for': address } });
      expect(lines.join()).not.toContain('TRUSTED_PROXIES');
    } finally {
      await strict.app.close();
    }
  });
});

describe('what is no request at all', () => {
  it('gets the one error shape with a request id', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write('NOT HTTP\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*x-request-id: req_[0-9a-z]{26}\r\n.*"code":"invalid_request"/is);
  });
});

describe('RATE_LIMITS=off', () => {
  it('refuses nothing and says nothing', async () => {
    const free = await startGateway({
      databases: database.urls,
      services: { ingestion: service.url },
      environment: { RATE_LIMITS: 'off', REQUESTS_PER_MINUTE: '1', FAILED_KEYS_PER_MINUTE: '1' },
    });
    try {
      for (let index = 0; index < 5; index += 1) {
        const { status, headers } = await free.request('GET', '/v1/calls', { key: keys.spent });
        expect([status, headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([200, null, null]);
        expect((await free.request('GET', '/v1/calls')).status).toBe(401);
      }
    } finally {
      await free.app.close();
    }
  });
});

describe('without a key', () => {
  it.each([
    ['/', 302],
    ['/docs', 200],
    ['/docs/', 200],
    ['/docs/api', 200],
    ['/docs/api/assets/swagger-ui-bundle.js', 200],
    ['/docs/api/assets/package.json', 404],
    ['/v1/openapi.json', 200],
    ['/health/live', 200],
    ['/health/ready', 200],
    ['/internal/openapi.json', 404],
    ['/nothing', 404],
  ])('%s answers %d', async (path, status) => {
    const answer = await gateway.request('GET', path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    if (status === 404) expect(await errorCode(answer)).toBe('not_found');
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s /v1/openapi.json is another method', async (method) => {
    const body = ['POST', 'PUT'].includes(method) ? { body: tooLarge } : {};
    const answer = await gateway.request(method, '/v1/openapi.json', body);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await errorCode(answer)).toBe('method_not_allowed');
  });

  it('shows an interactive reference that needs nothing from elsewhere', async () => {
    const page = await (await gateway.request('GET', '/docs/api')).text();
    expect(page).not.toMatch(/https?:\/\//);
    const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    for (const path of sources) expect([path, (await gateway.request('GET', path)).status]).toEqual([path, 200]);
  });
});
