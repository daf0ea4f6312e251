import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { DomainError, notFound } from '@ci/domain';
import { Body, Controller, Delete, Get, Module, Param, Post, Req } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { IsIn, IsOptional, IsString } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { QueryFailedError } from 'typeorm';
import { testKeys } from '@ci/config/test-keys';
import { HealthModule } from '../health/health.module.ts';
import { BodyOf } from '../parameters/body-of.ts';
import { Description, IsInstant, IsPageLimit, Repeatable } from '../validation/decorators.ts';
import { NoQuery, QueryOf } from '../parameters/query-pipe.ts';
import { Consumes, rawBodyOf } from './bodies.ts';
import { createHttpService } from './create-http-service.ts';
import { createLogger } from '@ci/observability';
import { CurrentCaller, InternalTokenModule, Public, signInternalToken, type Caller } from '@ci/security';
import { until } from '@ci/testing';
import { timestamp, type FurtherProblems } from '@ci/validation';

const keys = testKeys('k1');
const caller: Caller = {
  workspace: { id: 'wsp_1', timezone: 'Europe/Berlin', domains: ['acme.test'] },
  actor: 'key_1',
  scope: 'read-write',
};

class ListThings {
  @Description('Page size.', 20) @IsPageLimit() limit!: number;
  @Description('Where to go on.', 'c') @IsOptional() @IsString() cursor?: string;
  @Description('Since when.', '2026-01-02T03:04:05Z') @IsOptional() @IsInstant() from?: Date;
  @Description('How it ended.', 'won') @IsOptional() @IsIn(['won', 'lost']) outcome?: string;
  @Description('Who speaks.', ['a']) @IsOptional() @Repeatable() @IsString({ each: true }) speaker?: string[];
}

const createThing = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 20 },
    email: { type: 'string', format: 'email' },
    tags: { type: 'array', items: { type: 'string' } },
    started_at: { type: 'string', format: 'date-time' },
  },
  examples: [{ name: 'x' }],
};

const NAMESAKE = Symbol('NAMESAKE');
const namesake: FurtherProblems = ({ name }) => (name === 'taken' ? [{ field: 'name', message: 'is taken' }] : []);

@Controller('v1/things')
class ThingsController {
  @Get()
  list(@QueryOf(ListThings) query: ListThings) {
    return {
      limit: query.limit,
      cursor: query.cursor ?? null,
      from: query.from ? timestamp(query.from) : null,
      speaker: query.speaker ?? [],
    };
  }

  @Get('whoami')
  whoami(@CurrentCaller() current: Caller, @QueryOf(NoQuery) _query: NoQuery) {
    return current;
  }

  @Get('broken')
  broken(): never {
    throw new Error('secret of jane@example.test');
  }

  @Get('database-away')
  databaseAway(): never {
    throw new QueryFailedError(
      'SELECT $1',
      ['jane@example.test'],
      Object.assign(new Error('terminating'), { code: '57P01' }),
    );
  }

  @Get('not-ready')
  notReady(): never {
    throw new DomainError('summary_not_ready', undefined, { headers: { 'retry-after': '5' } });
  }

  @Get(':id')
  get(@Param('id') id: string) {
    if (id !== 'known') throw notFound();
    return { id };
  }

  @Post()
  create(@BodyOf(createThing, { further: namesake }) body: object) {
    return body;
  }

  @Post('test')
  test(@BodyOf({ type: 'object', examples: [{}] }, { required: false, further: NAMESAKE }) _body: object) {
    return { done: true };
  }

  @Post('import')
  @Consumes('text/vtt', 'application/json')
  import(@Body() body: unknown, @Req() request: FastifyRequest) {
    return { bytes: Buffer.isBuffer(body), raw: rawBodyOf(request)?.length };
  }

  @Post('held')
  @Consumes('*/*')
  async held(@Body() body: Buffer) {
    held.push(body.length);
    await released.promise;
    return {};
  }

  @Delete(':id')
  remove(): void {}
}

const held: number[] = [];
const released = Promise.withResolvers<null>();

@Public()
@Controller('open')
class OpenController {
  @Get()
  open() {
    return { open: true };
  }
}

let databaseIsThere = true;

@Module({
  imports: [
    InternalTokenModule.forRoot({ audience: 'things', keys }),
    HealthModule.forRoot({
      checks: {
        database: async () => (databaseIsThere ? undefined : Promise.reject(new Error('away'))),
        broker: async () => undefined,
      },
    }),
  ],
  controllers: [ThingsController, OpenController],
  providers: [{ provide: NAMESAKE, useValue: namesake }],
})
class ThingsModule {}

describe('an HTTP service', () => {
  const log: Record<string, unknown>[] = [];
  let app: NestFastifyApplication;
  let token: string;

  beforeAll(async () => {
    const logger = createLogger(
      { service: 'things', level: 'debug' },
      { write: (line: string) => void log.push(JSON.parse(line) as never) },
    );
    app = await createHttpService(ThingsModule, { service: 'things', logger, stopOnSignals: false });
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    log.splice(0);
    token = await signInternalToken(caller, { audience: 'things', keys, now: new Date(), ttlSeconds: 60 });
  });

  type Request = { method?: string; url: string; headers?: Record<string, string>; payload?: string | Buffer };
  /** Sends bytes as they are; answers everything that comes back until the connection ends. */
  function speak(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const { port } = app.getHttpServer().address() as AddressInfo;
      const socket = connect(port, '127.0.0.1', () => socket.write(request));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
  }

  const send = (request: Request) =>
    app.inject({
      method: (request.method ?? 'GET') as 'GET',
      url: request.url,
      headers: { 'x-internal-token': token, ...request.headers },
      ...(request.payload === undefined ? {} : { payload: request.payload }),
    });
  const json = (method: string, url: string, payload: string) =>
    send({ method, url, payload, headers: { 'content-type': 'application/json' } });
  const expectError = (response: Awaited<ReturnType<typeof send>>, status: number, code: string) => {
    expect({ status: response.statusCode, body: response.json<unknown>() }).toMatchObject({
      status,
      body: { error: { code } },
    });
    const { error } = response.json<{ error: Record<string, unknown> }>();
    expect(Object.keys(response.json<object>())).toEqual(['error']);
    expect(error['message']).toEqual(expect.any(String));
    expect(error['request_id']).toBe(response.headers['x-request-id']);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    return error;
  };

  describe('answers', () => {
    it('with a request id of its own, or the one the gateway gave', async () => {
      expect((await send({ url: '/v1/things' })).headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
      const given = await send({ url: '/v1/things', headers: { 'x-request-id': 'req_given' } });
      expect(given.headers['x-request-id']).toBe('req_given');
      const odd = await send({ url: '/v1/things', headers: { 'x-request-id': 'a b"c' } });
      expect(odd.headers['x-request-id']).toMatch(/^req_/);
    });

    it('HEAD like GET without a body, and a path with a trailing slash like the one without', async () => {
      const head = await send({ method: 'HEAD', url: '/v1/things/known' });
      expect([head.statusCode, head.body]).toEqual([200, '']);
      expect(head.headers.etag).toBe((await send({ url: '/v1/things/known' })).headers.etag);
      expect((await send({ url: '/v1/things/?limit=5' })).json()).toMatchObject({ limit: 5 });
    });

    it('304 to an If-None-Match that names the ETag, only for GET 200', async () => {
      const { etag } = (await send({ url: '/v1/things/known' })).headers;
      expect(etag).toMatch(/^"[\w-]+"$/);
      for (const match of [etag, `W/${String(etag)}`, `"other", ${String(etag)}`, '*']) {
        const again = await send({ url: '/v1/things/known', headers: { 'if-none-match': String(match) } });
        expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
        const head = await send({
          method: 'HEAD',
          url: '/v1/things/known',
          headers: { 'if-none-match': String(match) },
        });
        expect([head.statusCode, head.body, head.headers.etag]).toEqual([304, '', etag]);
      }
      expect((await send({ url: '/v1/things/known', headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
      const failed = await send({ url: '/v1/things/none', headers: { 'if-none-match': '*' } });
      expect([failed.statusCode, failed.headers.etag]).toEqual([404, undefined]);
      const written = await send({ method: 'POST', url: '/v1/things/test', headers: { 'if-none-match': '*' } });
      expect([written.statusCode, written.headers.etag]).toEqual([201, undefined]);
    });
  });

  it('takes two of the largest bodies at a time, and small ones beside them: many at once ended the process', async () => {
    const hold = (bytes: number) =>
      send({
        method: 'POST',
        url: '/v1/things/held',
        payload: Buffer.alloc(bytes),
        headers: { 'content-type': 'a/b' },
      });
    const large = 9 * 1024 * 1024;
    const sent = [hold(large), hold(large), hold(large)];
    await until(() => held.length >= 2);
    sent.push(hold(10));
    await until(() => held.includes(10));
    expect(held).toEqual([large, large, 10]);

    released.resolve(null);
    expect((await Promise.all(sent)).map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect(held).toEqual([large, large, 10, large]);
  });

  describe('refuses a request', () => {
    it('without a good internal token, except on public routes', async () => {
      const now = new Date();
      const tokens = [
        '',
        'nonsense',
        await signInternalToken(caller, { audience: 'other', keys, now, ttlSeconds: 60 }),
        await signInternalToken(caller, { audience: 'things', keys: testKeys('k1x'), now, ttlSeconds: 60 }),
        await signInternalToken(caller, {
          audience: 'things',
          keys,
          now: new Date(now.getTime() - 120_000),
          ttlSeconds: 60,
        }),
      ];
      for (const bad of tokens) {
        const response = await send({ url: '/v1/things', headers: { 'x-internal-token': bad } });
        expectError(response, 401, 'unauthorized');
        expect(response.headers['www-authenticate']).toBe('Bearer');
      }
      expect((await app.inject({ url: '/open' })).json()).toEqual({ open: true });
      expect((await send({ url: '/v1/things/whoami' })).json()).toEqual(caller);
    });

    it('for an unknown route with 404, for another method with 405 and Allow, before it reads the body', async () => {
      expectError(await send({ url: '/v1/nothing' }), 404, 'not_found');
      expectError(await json('POST', '/v1/nothing', '{'), 404, 'not_found');
      expectError(await send({ url: '/v1/things/a/b' }), 404, 'not_found');
      const put = await json('PUT', '/v1/things/known', '{');
      expectError(put, 405, 'method_not_allowed');
      expect(put.headers.allow).toBe('GET, HEAD, DELETE');
      expect((await send({ method: 'PATCH', url: '/v1/things/?a=1' })).headers.allow).toBe('GET, HEAD, POST');
    });

    it('not for an expectation nobody knows, nor for a target in its absolute form', async () => {
      const tail = 'Host: x\r\nConnection: close\r\n';
      expect(await speak(`GET /open HTTP/1.1\r\n${tail}Expect: the-best\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
      expect(await speak(`GET http://x/open HTTP/1.1\r\n${tail}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    });

    it('for a malformed, an over-long, and an empty id', async () => {
      const unknown = expectError(
        await send({ url: '/v1/things/unknown', headers: { 'x-request-id': 'r' } }),
        404,
        'not_found',
      );
      for (const id of ['%00', 'x'.repeat(101), 'a%00b', '%E0%A4%A', '%ff', '100%', '%zz']) {
        expect(
          expectError(await send({ url: `/v1/things/${id}`, headers: { 'x-request-id': 'r' } }), 404, 'not_found'),
        ).toEqual(unknown);
      }
    });

    it('whose body is not what the route reads', async () => {
      const invalid = expectError(await json('POST', '/v1/things', '{"name":'), 400, 'invalid_request');
      expect(invalid).toMatchObject({ param: 'body', details: [{ field: 'body', message: 'is not valid JSON' }] });
      expectError(
        await send({
          method: 'POST',
          url: '/v1/things',
          payload: Buffer.from([0x22, 0xff, 0x22]),
          headers: { 'content-type': 'application/json' },
        }),
        400,
        'invalid_request',
      );
      expectError(await json('POST', '/v1/things', ''), 400, 'invalid_request');
      expectError(await json('POST', '/v1/things', '[]'), 400, 'invalid_request');
      expectError(await json('POST', '/v1/things', '7'), 400, 'invalid_request');
      expectError(await send({ method: 'POST', url: '/v1/things' }), 400, 'invalid_request');
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
      ]) {
        expectError(
          await send({ method: 'POST', url: '/v1/things', payload: 'name=x', headers: { 'content-type': type } }),
          415,
          'unsupported_media_type',
        );
      }
      expectError(await json('POST', '/v1/things', `"${'x'.repeat(10 * 1024 * 1024)}"`), 413, 'payload_too_large');
    });

    it.each([
      ['is not HTTP', 'GARBAGE\r\n\r\n'],
      ['names no host', 'GET /open HTTP/1.1\r\nConnection: close\r\n\r\n'],
      ['asks for a tunnel', 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['is of a version nobody speaks', 'GET /open\r\nHost: x\r\n\r\n'],
      ['has headers without end', `GET /open HTTP/1.1\r\nHost: ${'x'.repeat(100_000)}`],
      [
        'says two things of its length',
        'POST /open HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      ],
      [
        'breaks within its body',
        'POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\nzz\r\n',
      ],
    ])('that %s, in the same shape', async (_name, request) => {
      const [head = '', body = ''] = (await speak(request)).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect(JSON.parse(body)).toMatchObject({
        error: { code: 'invalid_request', request_id: /x-request-id: (\S+)/.exec(head)?.[1] },
      });
    });

    it('that cannot be read after the answers to those before it', async () => {
      const good = 'GET /open HTTP/1.1\r\nHost: x\r\n\r\n';
      const answers = (await speak(`${good}${good}GARBAGE\r\n\r\n`)).matchAll(/HTTP\/1\.1 (\d+)|"code":"(\w+)"/g);
      expect([...answers].map(([, status, code]) => status ?? code)).toEqual(['200', '200', '400', 'invalid_request']);
    });

    it('whose content is coded: what arrives is read as it is', async () => {
      for (const coding of ['gzip', 'br']) {
        const headers = { 'content-type': 'application/json', 'content-encoding': coding };
        const response = await send({ method: 'POST', url: '/v1/things', payload: '{"name":"x"}', headers });
        expectError(response, 415, 'unsupported_media_type');
      }
      const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' };
      const plain = await send({ method: 'POST', url: '/v1/things', payload: '{"name":"x"}', headers });
      expect(plain.statusCode).toBe(201);
    });

    it('with the error and headers that its handler threw', async () => {
      const response = await send({ url: '/v1/things/not-ready' });
      expectError(response, 404, 'summary_not_ready');
      expect(response.headers['retry-after']).toBe('5');
    });
  });

  describe('query parameters', () => {
    it('have defaults, and an empty cursor is none', async () => {
      expect((await send({ url: '/v1/things' })).json()).toMatchObject({ limit: 20, cursor: null });
      expect((await send({ url: '/v1/things?cursor=&limit=100' })).json()).toMatchObject({ limit: 100, cursor: null });
    });

    it('are read by their type, repeatable ones as a list', async () => {
      const response = await send({ url: '/v1/things?from=2026-01-02T03:04:05%2B02:00&speaker=a&speaker=b' });
      expect(response.json()).toMatchObject({ from: '2026-01-02T01:04:05.000Z', speaker: ['a', 'b'] });
      expect((await send({ url: '/v1/things?speaker=a' })).json()).toMatchObject({ speaker: ['a'] });
    });

    it.each([
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=', 'limit'],
      ['limit=20&limit=20', 'limit'],
      ['cursor=&cursor=', 'cursor'],
      ['from=2026-01-02', 'from'],
      ['from=2026-01-02T03:04:05', 'from'],
      ['from=2026-02-30T03:04:05Z', 'from'],
      ['outcome=draw', 'outcome'],
      ['unknown=1', 'unknown'],
      ['__proto__=1', '__proto__'],
      ['constructor=1', 'constructor'],
      ['cursor=%00', 'cursor'],
    ])('%s is refused, naming %s', async (query, param) => {
      const error = expectError(await send({ url: `/v1/things?${query}` }), 400, 'invalid_request');
      expect(error).toMatchObject({ param, details: [{ field: param }] });
    });

    it('are all named when several are wrong, and then there is no param', async () => {
      const error = expectError(await send({ url: '/v1/things?limit=0&outcome=draw&a=1' }), 400, 'invalid_request');
      expect(error).not.toHaveProperty('param');
      expect((error['details'] as { field: string }[]).map(({ field }) => field).sort()).toEqual([
        'a',
        'limit',
        'outcome',
      ]);
    });

    it('are refused where a route has none', async () => {
      expectError(await send({ url: '/v1/things/whoami?a=1' }), 400, 'invalid_request');
    });
  });

  describe('a JSON body', () => {
    it('may have fields nobody knows, and a poisoned prototype is left out', async () => {
      const response = await json(
        'POST',
        '/v1/things',
        '{"name":"x","other":{"deep":[1]},"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      );
      expect([response.statusCode, response.json()]).toEqual([201, { name: 'x', other: { deep: [1] } }]);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    });

    it('names every wrong field at once', async () => {
      const error = expectError(
        await json('POST', '/v1/things', '{"name":1,"email":"x","tags":["a",2],"started_at":"2026-01-02"}'),
        400,
        'invalid_request',
      );
      expect((error['details'] as { field: string }[]).map(({ field }) => field)).toEqual([
        'name',
        'email',
        'tags[1]',
        'started_at',
      ]);
    });

    it.each(['', '/test'])('is checked further by a function, or by what is injected: things%s', async (path) => {
      const error = expectError(
        await json('POST', `/v1/things${path}`, '{"name":"taken","other":"\\u0000"}'),
        400,
        'invalid_request',
      );
      expect(error['details']).toEqual([
        { field: 'other', message: 'must not contain NUL or unpaired surrogates' },
        { field: 'name', message: 'is taken' },
      ]);
    });

    it('names a field once, with the most basic thing that is wrong with it', async () => {
      const said = async (body: string) =>
        expectError(await json('POST', '/v1/things', body), 400, 'invalid_request')['details'];
      expect(await said('{}')).toEqual([{ field: 'name', message: 'is required' }]);
      expect(await said('{"name":7,"tags":"a"}')).toEqual([
        { field: 'name', message: 'must be a string' },
        { field: 'tags', message: 'must be an array' },
      ]);
      expect(await said('{"name":"\\u0000"}')).toEqual([
        { field: 'name', message: 'must not contain NUL or unpaired surrogates' },
      ]);
    });

    it('with NUL or an unpaired surrogate is refused, also in a field nobody knows', async () => {
      expect(
        expectError(await json('POST', '/v1/things', '{"name":"a\\u0000b"}'), 400, 'invalid_request'),
      ).toMatchObject({ param: 'name' });
      expect(
        expectError(
          await json('POST', '/v1/things', '{"name":"a","other":{"deep":["\\ud800"]}}'),
          400,
          'invalid_request',
        ),
      ).toMatchObject({ param: 'other.deep[0]' });
    });

    it.each(['name', 'tags', 'x'])('nested without end is refused: in %s', async (field) => {
      const body = `{"${field}":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      const error = expectError(await json('POST', '/v1/things', body), 400, 'invalid_request');
      expect(error['message']).toBe('body must not be nested more than 100 levels deep');
    });

    it('may be missing where a route needs none, whatever content type is named', async () => {
      expect((await json('POST', '/v1/things/test', '')).json()).toEqual({ done: true });
      expect((await send({ method: 'POST', url: '/v1/things/test' })).json()).toEqual({ done: true });
    });

    it('may be of another type where the route says so, and arrives as bytes', async () => {
      const vtt = await send({
        method: 'POST',
        url: '/v1/things/import',
        payload: 'WEBVTT',
        headers: { 'content-type': 'text/vtt; charset=utf-8' },
      });
      expect(vtt.json()).toEqual({ bytes: true, raw: 6 });
      expect((await json('POST', '/v1/things/import', '{"a":1}')).json()).toEqual({ bytes: false, raw: 7 });
    });
  });

  describe('its own failures', () => {
    it('are 500 without a word about the cause, and logged once with the request id and without the request', async () => {
      const response = await send({ url: '/v1/things/broken', headers: { 'x-request-id': 'req_broken' } });
      expectError(response, 500, 'internal_error');
      expect(response.body).not.toContain('jane');
      const errors = log.filter(({ level }) => level === 'error');
      expect(errors).toMatchObject([
        { request_id: 'req_broken', method: 'GET', route: '/v1/things/broken', err: { type: 'Error' } },
      ]);
      expect(log).toContainEqual(
        expect.objectContaining({ level: 'info', msg: 'request', status: 500, request_id: 'req_broken' }),
      );
    });

    it('are 503 with Retry-After while the database is away, and the log holds no parameters', async () => {
      const response = await send({ url: '/v1/things/database-away' });
      expectError(response, 503, 'unavailable');
      expect(response.headers['retry-after']).toBe('1');
      expect(log).toContainEqual(
        expect.objectContaining({ level: 'warn', err: expect.objectContaining({ code: '57P01' }) as unknown }),
      );
      expect(JSON.stringify(log)).not.toContain('jane');
    });
  });

  it('logs a request it served as a detail: method, route, status, time, no query', async () => {
    await send({ url: '/v1/things/known?x=jane@example.test', headers: { 'x-request-id': 'req_ok' } });
    expect(log).toEqual([
      expect.objectContaining({
        level: 'debug',
        method: 'GET',
        route: '/v1/things/:id',
        status: 200,
        request_id: 'req_ok',
      }),
    ]);
    expect(JSON.stringify(log)).not.toContain('jane');
  });

  describe('health', () => {
    it('is live always and ready while every dependency is there, without a key', async () => {
      expect((await app.inject({ url: '/health/live' })).json()).toEqual({ status: 'live' });
      const ready = await app.inject({ url: '/health/ready' });
      expect([ready.statusCode, ready.json()]).toEqual([
        200,
        { status: 'ready', checks: { database: 'ok', broker: 'ok' } },
      ]);
      databaseIsThere = false;
      const away = await app.inject({ url: '/health/ready' });
      databaseIsThere = true;
      expect([away.statusCode, away.json()]).toEqual([
        503,
        { status: 'not_ready', checks: { database: 'failed', broker: 'ok' } },
      ]);
      expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
    });
  });
});
