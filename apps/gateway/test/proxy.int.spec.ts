import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createHttpService } from '@ci/http';
import { createLogger, Metrics } from '@ci/observability';
import { verifyInternalToken } from '@ci/security';
import { testDatabase, until, type TestDatabase } from '@ci/testing';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { findRoute } from '../src/admit/find-route.ts';
import type { PublicRoute } from '../src/admit/public-routes.ts';
import { entities, migrations } from '../src/database/schema.ts';
import { changeWorkspace } from '../src/commands/workspaces.ts';
import type { CreatedKey } from '../src/commands/keys.ts';
import { operatorDatabase } from '../src/operate/operator.ts';
import { InternalTokens } from '../src/upstream/internal-tokens.ts';
import { ClockSkew } from '../src/upstream/clock-skew.ts';
import { ApiProxy } from '../src/proxy/api-proxy.ts';
import { Upstream } from '../src/upstream/upstream.ts';
import { Deletions } from '../src/spread-deletions/deletions.ts';
import { UnreportedDeletions } from '../src/spread-deletions/unreported-deletions.ts';
import { serviceNames, type ServiceName } from '../src/service-names.ts';
import { tokenKeys } from './key-ring.ts';
import { RecordingService } from './recording-service.ts';
import { createKey, errorCode, startGateway, type RunningGateway, testAccess } from './running-gateway.ts';

const services = Object.fromEntries(serviceNames.map((name) => [name, new RecordingService()])) as Record<
  ServiceName,
  RecordingService
>;
let database: TestDatabase;
let gateway: RunningGateway;
let owner: CreatedKey;

beforeAll(async () => {
  database = await testDatabase({ schema: 'gateway', entities, migrations, access: testAccess });
  await Promise.all(serviceNames.map((name) => services[name].listen()));
  gateway = await startGateway({
    databases: database.urls,
    services: Object.fromEntries(serviceNames.map((name) => [name, services[name].url])),
    environment: { RECORDED_CALLS_PER_MINUTE: '1000' },
  });
  owner = await createKey(database.dataSource, 'w');
  await changeWorkspace(operatorDatabase(database.dataSource), 'w', {
    timezone: 'Asia/Tokyo',
    domains: ['own.example'],
  });
});

afterAll(async () => {
  await gateway.app.close();
  await Promise.all(serviceNames.map((name) => services[name].close()));
  await database.drop();
});

beforeEach(() => {
  for (const name of serviceNames) {
    services[name].requests.length = 0;
    services[name].answer = () => ({ ok: true });
  }
});

const get = (path: string, headers: Record<string, string> = {}) =>
  gateway.request('GET', path, { key: owner.key, headers });

/** What the services read of a request's headers, and what proxies and frameworks read elsewhere. */
const everyHeader: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'idempotency-key': 'i',
  'if-none-match': '"e"',
  prefer: 'wait=1',
  traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  ...Object.fromEntries(
    [
      'x-internal-token',
      'x-internal-workspace',
      'x-call-known',
      'x-call-unknown',
      'x-request-id',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-real-ip',
      'x-original-url',
      'x-rewrite-url',
      'x-http-method-override',
      'x-workspace-id',
      'forwarded',
      'cookie',
      'baggage',
    ].map((name) => [name, 'forged']),
  ),
};

describe('a request on its way in', () => {
  it('carries a token that tells the service who asks, and only that service', async () => {
    await get('/v1/contacts');
    const token = String(services.contacts.last.headers['x-internal-token']);
    const context = { audience: 'contacts', keys: tokenKeys('contacts'), now: new Date() };
    expect(await verifyInternalToken(token, context)).toEqual({
      workspace: { id: owner.workspaceId, timezone: 'Asia/Tokyo', domains: ['own.example'] },
      actor: owner.id,
      scope: 'read-write',
    });
    await expect(verifyInternalToken(token, { ...context, audience: 'webhooks' })).rejects.toThrow();
  });

  it('carries the token of the request before', async () => {
    const tokenOfNext = async () => {
      await get('/v1/contacts');
      return services.contacts.last.headers['x-internal-token'];
    };
    // Unless it was renewed between the two.
    await until(async () => (await tokenOfNext()) === (await tokenOfNext()));
  });

  it('has lost everything that could pretend to come from the gateway', async () => {
    const answer = await get('/v1/calls?limit=1', {
      cookie: 'session=1',
      forwarded: 'for=10.0.0.1',
      'x-call-known': '1',
      'x-forwarded-for': '10.0.0.1',
      'x-internal-anything': '1',
      'x-internal-token': 'forged',
      'x-request-id': 'mine',
      'idempotency-key': 'kept',
      'if-none-match': '"kept"',
    });
    const { headers, url } = services.ingestion.last;
    expect(url).toBe('/v1/calls?limit=1');
    expect(headers).toMatchObject({ 'idempotency-key': 'kept', 'if-none-match': '"kept"' });
    expect(headers['x-internal-token']).not.toBe('forged');
    expect(headers['x-request-id']).toBe(answer.headers.get('x-request-id'));
    expect(headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    for (const name of [
      'authorization',
      'cookie',
      'forwarded',
      'x-call-known',
      'x-forwarded-for',
      'x-internal-anything',
    ])
      expect(headers).not.toHaveProperty(name);
  });

  it('brings nothing to the service but what is listed', async () => {
    await gateway.request('POST', '/v1/calls', { key: owner.key, headers: everyHeader, body: '{}' });
    const ofClient = [
      'accept',
      'accept-language',
      'content-length',
      'content-type',
      'idempotency-key',
      'if-none-match',
    ];
    const ofGateway = ['connection', 'host', 'traceparent', 'x-internal-token', 'x-request-id'];
    const listed = [...ofClient, 'prefer', 'user-agent', ...ofGateway];
    expect(Object.keys(services.ingestion.last.headers).sort()).toEqual(listed.sort());
    // A stranger's trace is none of ours.
    expect(services.ingestion.last.headers['traceparent']).toMatch(
      /^00-(?!a{32})[0-9a-f]{32}-(?!b{16})[0-9a-f]{16}-01$/,
    );
    expect(Object.values(services.ingestion.last.headers).filter((value) => value === 'forged')).toEqual([]);
  });

  it('keeps its body as it is, whatever its type', async () => {
    for (const type of ['application/json', 'text/vtt', 'multipart/form-data; boundary=x']) {
      const body = '{"not json\u0000';
      await gateway.request('POST', '/v1/calls/import?rep_id=r%201', {
        key: owner.key,
        headers: { 'content-type': type },
        body,
      });
      const { headers, body: received, url } = services.ingestion.last;
      expect([headers['content-type'], String(received), url]).toEqual([type, body, '/v1/calls/import?rep_id=r%201']);
    }
  });

  it('reaches the service while the client is still sending', async () => {
    services.ingestion.answer = ({ body }) => ({ bytes: body.length });
    const { arrivals } = services.ingestion;
    const socket = connect(gateway.port, '127.0.0.1');
    const answered = text(socket);
    const head = `POST /v1/calls HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${owner.key}`;
    socket.write(`${head}\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`);
    await until(() => services.ingestion.arrivals > arrivals);
    socket.write('3\r\ndef\r\n0\r\n\r\n');
    expect(await answered).toContain('"bytes":6');
    expect(services.ingestion.last.headers['transfer-encoding']).toBe('chunked');
  });

  it('is cut off at 10 MB when it did not say how long it is', async () => {
    const chunk = new Uint8Array(1024 * 1024);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 11) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const answer = await gateway.request('POST', '/v1/calls', { key: owner.key, body });
    expect([answer.status, await errorCode(answer)]).toEqual([413, 'payload_too_large']);
  });

  it('passes 10 MB', async () => {
    services.ingestion.answer = ({ body }) => ({ bytes: body.length });
    const answer = await gateway.request('POST', '/v1/calls', {
      key: owner.key,
      body: new Uint8Array(10 * 1024 * 1024),
    });
    expect(await answer.json()).toEqual({ bytes: 10 * 1024 * 1024 });
  });
});

describe('a service whose clock is not ours', () => {
  it('is seen by the metric before it refuses our tokens', async () => {
    const date = new Date(Date.now() - 30_000).toUTCString();
    services.webhooks.answer = (_request, reply) => reply.header('date', date).send({});
    const skew = /^ci_clock_skew_seconds\{to="webhooks",service="gateway"\} (\S+)$/m;
    // The service may have been asked within the last second.
    await until(async () => {
      expect((await get('/v1/webhooks')).status).toBe(200);
      const seconds = Number(skew.exec(await gateway.app.get(Metrics).text())?.[1]);
      return seconds < -2 && seconds > -60;
    });
  });
});

describe('an answer on its way out', () => {
  it('keeps its status, its body and its public headers, and nothing of the inside', async () => {
    services.ingestion.answer = (_request, reply) =>
      reply
        .code(201)
        .headers({
          location: '/v1/calls/call_1',
          link: '</v1/calls?cursor=x>; rel="next"',
          'idempotent-replayed': 'true',
          server: 'inside',
          'x-call-unknown': '1',
          'x-internal-note': 'secret',
          'x-powered-by': 'x',
          'x-request-id': 'req_of_the_service',
        })
        .send({ id: 'call_1' });
    const answer = await gateway.request('POST', '/v1/calls', { key: owner.key, body: '{}' });
    expect([answer.status, await answer.json()]).toEqual([201, { id: 'call_1' }]);
    expect(answer.headers.get('location')).toBe('/v1/calls/call_1');
    expect(answer.headers.get('link')).toContain('rel="next"');
    expect(answer.headers.get('idempotent-replayed')).toBe('true');
    expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
    for (const name of ['server', 'x-call-unknown', 'x-internal-note', 'x-powered-by']) {
      expect(answer.headers.has(name)).toBe(false);
    }
  });

  it.each([204, 304])('may have no body: %d', async (status) => {
    services.webhooks.answer = (_request, reply) => reply.code(status).header('etag', '"x"').send();
    const answer = await get('/v1/webhooks/whk_1');
    expect([answer.status, await answer.text()]).toEqual([status, '']);
  });

  it('keeps its length for HEAD', async () => {
    services.contacts.answer = (_request, reply) => reply.header('content-length', '123').send();
    const { status, headers } = await gateway.request('HEAD', '/v1/contacts', { key: owner.key });
    expect([status, headers.get('content-length')]).toEqual([200, '123']);
  });

  it('that breaks off ends the connection, and is not asked for again', async () => {
    services.contacts.answer = (_request, reply) => {
      reply.raw.writeHead(200, { 'content-length': '100' });
      reply.raw.write('the beginning', () => reply.raw.socket?.destroy());
      return reply.hijack();
    };
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(`GET /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.key}\r\n\r\n`);
    const received = await text(socket).catch(String);
    expect(received).not.toContain('unavailable');
    expect(services.contacts.requests).toHaveLength(1);
  });

  it('is not 401 because a service refuses our own token', async () => {
    services.contacts.answer = (_request, reply) => reply.code(401).send({ error: { code: 'unauthorized' } });
    const answer = await get('/v1/contacts');
    expect([answer.status, await errorCode(answer)]).toEqual([500, 'internal_error']);
  });
});

describe('a call that summarization has not heard of', () => {
  it.each(['summary', 'action-items'])('is asked for at ingestion, and again when it is there: %s', async (part) => {
    services.summarization.answer = ({ headers }, reply) =>
      headers['x-call-known'] === '1' ? { known: true } : reply.code(404).header('x-call-unknown', '1').send({});
    services.ingestion.answer = (_request, reply) => reply.code(204).send();
    const answer = await get(`/v1/calls/call_1/${part}?a=b`, { prefer: 'wait=1' });
    expect([answer.status, await answer.json()]).toEqual([200, { known: true }]);
    expect(services.ingestion.last.url).toBe('/internal/calls/call_1/existence');
    const token = String(services.ingestion.last.headers['x-internal-token']);
    const context = { audience: 'ingestion', keys: tokenKeys('ingestion'), now: new Date() };
    expect(await verifyInternalToken(token, context)).toMatchObject({ workspace: { id: owner.workspaceId } });
    expect(services.summarization.requests.map(({ url, headers }) => [url, headers['prefer']])).toEqual([
      [`/v1/calls/call_1/${part}?a=b`, 'wait=1'],
      [`/v1/calls/call_1/${part}?a=b`, 'wait=1'],
    ]);
  });

  it('is not found when ingestion does not know it either', async () => {
    services.summarization.answer = (_request, reply) =>
      reply
        .code(404)
        .header('x-call-unknown', '1')
        .send({ error: { code: 'not_found' } });
    services.ingestion.answer = (_request, reply) => reply.code(404).send({});
    const answer = await get('/v1/calls/call_1/summary');
    expect([answer.status, await errorCode(answer), answer.headers.has('x-call-unknown')]).toEqual([
      404,
      'not_found',
      false,
    ]);
    expect(services.summarization.requests).toHaveLength(1);
  });

  it('is unavailable when ingestion cannot say', async () => {
    services.summarization.answer = (_request, reply) => reply.code(404).header('x-call-unknown', '1').send({});
    services.ingestion.answer = (_request, reply) => reply.code(503).send({});
    const answer = await get('/v1/calls/call_1/summary');
    expect([answer.status, await errorCode(answer)]).toEqual([503, 'unavailable']);
  });

  it('is left alone when the 404 is another one', async () => {
    services.summarization.answer = (_request, reply) => reply.code(404).send({ error: { code: 'summary_not_ready' } });
    expect(await errorCode(await get('/v1/calls/call_1/summary'))).toBe('summary_not_ready');
    expect(services.ingestion.requests).toHaveLength(0);
  });
});

describe('a service that is away', () => {
  it('gives 503 with Retry-After on its own paths, and is reached as soon as it is back', async () => {
    const { port } = services.contacts;
    await services.contacts.close();
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await gateway.request(method, '/v1/contacts', { key: owner.key });
      expect([status, Number(headers.get('retry-after'))]).toEqual([503, expect.any(Number)]);
    }
    const away = await get('/v1/contacts/con_1');
    expect(await errorCode(away)).toBe('unavailable');
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await get('/v1/calls')).status).toBe(200);
    services.contacts = new RecordingService();
    await services.contacts.listen(port);
    expect((await get('/v1/contacts')).status).toBe(200);
  });

  it.each([
    ['100 KB', 100_000, 'length'],
    ['1 MB', 1_000_000, 'length'],
    ['100 KB in chunks', 100_000, 'chunks'],
  ] as const)(
    'leaves a connection fit for the next request, when a body of %s was not taken',
    async (_, size, sent) => {
      const { port } = services.webhooks;
      await services.webhooks.close();
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
      let received = '';
      socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
      const head = (method: string) =>
        `${method} /v1/webhooks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.key}\r\nContent-Type: application/json\r\n`;
      const body = ' '.repeat(size);
      socket.write(
        sent === 'length'
          ? `${head('POST')}Content-Length: ${size}\r\n\r\n${body}`
          : `${head('POST')}Transfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      );
      await until(() => received.includes('unavailable'), { describe: 'the first answer' });
      received = '';
      socket.write(`${head('GET')}\r\n`);
      await until(() => received.startsWith('HTTP/1.1 503'), { describe: 'the second answer' });
      socket.destroy();
      services.webhooks = new RecordingService();
      await services.webhooks.listen(port);
    },
  );

  it.each([
    [502, 'text/html'],
    [404, 'text/plain'],
    [500, undefined],
  ])('has somebody answer in its place: %d as %s is no answer of ours', async (status, type) => {
    services.contacts.answer = (_request, reply) => {
      reply.code(status).headers(type === undefined ? {} : { 'content-type': type });
      return reply.send(type === undefined ? undefined : '<h1>Bad Gateway</h1>');
    };
    const answer = await get('/v1/contacts');
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0, await errorCode(answer)]).toEqual([
      503,
      true,
      'unavailable',
    ]);
  });

  it('hears a read again when the connection breaks, and a write never', async () => {
    let broken = 0;
    services.webhooks.answer = (_request, reply) => {
      broken += 1;
      if (broken > 1) return { ok: true };
      reply.raw.socket?.destroy();
      return reply.hijack();
    };
    expect((await get('/v1/webhooks')).status).toBe(200);
    expect(services.webhooks.requests).toHaveLength(2);
    broken = 0;
    const write = await gateway.request('POST', '/v1/webhooks', { key: owner.key, body: '{}' });
    expect([write.status, await errorCode(write)]).toEqual([503, 'unavailable']);
    expect(services.webhooks.requests).toHaveLength(3);
  });
});

@Module({})
class Hop {}

describe('an exchange that takes too long', () => {
  const key = { id: 'key_1', scope: 'read-write', workspace: { id: 'wsp_1', timezone: 'UTC', domains: [] } } as const;
  let hop: NestFastifyApplication;
  let upstream: Upstream;

  /** A proxy that forwards what it is sent, with little patience. */
  beforeEach(async () => {
    const addresses = Object.fromEntries(
      serviceNames.map((name) => [name, { origin: services[name].url, tokenKeys: tokenKeys(name) }]),
    ) as never;
    upstream = new Upstream(addresses, new ClockSkew());
    const logger = createLogger({ service: 'gateway', level: 'silent' });
    const tokens = new InternalTokens(addresses);
    const unreported = new UnreportedDeletions(database.dataSource, logger);
    const deletions = new Deletions(upstream, tokens, unreported, logger);
    const proxy = new ApiProxy(upstream, tokens, deletions, logger, { ordinaryMs: 1_000, waitingMs: 2_000 });
    hop = await createHttpService(Hop, { service: 'hop', logger, bodies: 'stream', stopOnSignals: false });
    const instance: FastifyInstance = hop.getHttpAdapter().getInstance();
    instance.all('/v1/*', (request, reply) => {
      const target = findRoute(request.method, request.url);
      return proxy.handle(request, reply, {
        identity: key,
        target,
        route: (target.match as { route: PublicRoute }).route,
      });
    });
    await hop.listen(0, '127.0.0.1');
  });

  afterEach(async () => {
    await hop.close();
    await upstream.close();
  });

  const portOfHop = () => (hop.getHttpServer().address() as AddressInfo).port;

  it.each([
    ['/v1/calls', 'ingestion', 1_000],
    ['/v1/calls/x/summary', 'summarization', 2_000],
  ] as const)('gives 503 when the answer does not come: %s, after its own time', async (path, service, atLeastMs) => {
    let closed = false;
    services[service].answer = (_request, reply) => {
      reply.raw.once('close', () => (closed = true));
      return new Promise(() => undefined);
    };
    const startedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${portOfHop()}${path}`);
    expect([answer.status, answer.headers.get('retry-after'), await errorCode(answer)]).toEqual([
      503,
      '5',
      'unavailable',
    ]);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(atLeastMs - 5);
    await until(() => closed, { describe: 'the service is told that nobody waits' });
  });

  it.each([
    ['of known length', 'Content-Length: 100\r\n\r\n{"a":'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n'],
  ])('gives 400, and ends the connection, when the body does not come: %s', async (_kind, begun) => {
    const socket = connect(portOfHop(), '127.0.0.1');
    socket.write(`POST /v1/calls HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${begun}`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*\r\nconnection: close\r\n/is);
    expect(answer).toContain('"code":"invalid_request","message":"The request body did not arrive in time."');
  });
});

describe('an answer that nobody waits for', () => {
  it('is not waited for when the client goes away', async () => {
    let closed = false;
    services.ingestion.answer = (_request, reply) => {
      reply.raw.once('close', () => (closed = true));
      return new Promise(() => undefined);
    };
    const client = new AbortController();
    const asked = fetch(`${gateway.url}/v1/calls`, {
      headers: { authorization: `Bearer ${owner.key}` },
      signal: client.signal,
    });
    await until(() => services.ingestion.requests.length > 0);
    client.abort();
    await expect(asked).rejects.toThrow();
    await until(() => closed, { describe: 'the service is told that nobody waits' });
  });
});
