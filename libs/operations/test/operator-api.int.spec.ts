import 'reflect-metadata';
import { parseKeyRing, type KeyRing } from '@ci/config';
import { DatabaseModule } from '@ci/database';
import { createHttpService } from '@ci/http';
import { createLogger } from '@ci/observability';
import { INTERNAL_TOKEN_HEADER, InternalTokenModule, signInternalToken, signOperatorToken } from '@ci/security';
import type { TestDatabase } from '@ci/testing';
import { Controller, Get, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { OperatorApiModule } from '../src/index.ts';
import { ids, operatedDatabase } from './operated-database.ts';

const keys = parseKeyRing(`k1:${Buffer.alloc(32, 7).toString('base64')}`) as KeyRing;
/** The gateway has these. */
const internalKeys = parseKeyRing(`k1:${Buffer.alloc(32, 9).toString('base64')}`) as KeyRing;
const otherKeys = parseKeyRing(`k1:${Buffer.alloc(32, 8).toString('base64')}`) as KeyRing;
const path = '/internal/parked-messages';

@Controller('v1/contacts')
class CustomersController {
  @Get()
  list() {
    return { data: [] };
  }
}

describe('/internal/parked-messages', () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;
  beforeEach(async () => {
    database = await operatedDatabase();
    @Module({
      imports: [
        DatabaseModule.forRoot({
          url: database.urls.requests,
          schema: 'contacts',
          applicationName: 'test',
          rows: 'workspace',
          worker: { url: database.urls.worker },
        }),
        InternalTokenModule.forRoot({ audience: 'contacts', keys: internalKeys }),
        OperatorApiModule.forRoot({ service: 'contacts', keys }),
      ],
      controllers: [CustomersController],
    })
    class TestModule {}
    const logger = createLogger({ service: 'contacts', level: 'silent' });
    app = await createHttpService(TestModule, { service: 'contacts', logger, stopOnSignals: false });
    await app.init();
  });
  afterEach(async () => {
    await app.close();
    await database.drop();
  });

  const operatorToken = (audience = 'contacts', ring = keys, now = new Date()): Promise<string> =>
    signOperatorToken('ann', { audience, keys: ring, now });
  const ask = async (method: 'GET' | 'POST', url: string, { body, token }: { body?: object; token?: string } = {}) => {
    const headers = { [INTERNAL_TOKEN_HEADER]: token ?? (await operatorToken()) };
    const answer = await app.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
  const actions = (): Promise<unknown[]> =>
    database.dataSource.query('SELECT actor, action, reason FROM operator_actions ORDER BY id');

  it.each(['read-only', 'read-write'] as const)(
    'refuses the token that the gateway makes of a %s key',
    async (scope) => {
      const workspace = { id: 'wsp_1', timezone: 'UTC', domains: [] };
      const caller = { workspace, actor: 'operator', scope };
      const context = { audience: 'contacts', now: new Date(), ttlSeconds: 60 };
      const token = await signInternalToken(caller, { ...context, keys: internalKeys });
      expect((await ask('GET', '/v1/contacts', { token })).status).toBe(200);
      expect((await ask('GET', path, { token })).status).toBe(401);
      expect((await ask('GET', `${path}/in-1`, { token })).status).toBe(401);
      expect((await ask('POST', `${path}/retry`, { token, body: { all: true } })).status).toBe(401);
      expect((await ask('POST', `${path}/skip`, { token, body: { key: 'call_1', reason: 'r' } })).status).toBe(401);
      expect(await database.dataSource.query('SELECT id FROM parked_messages')).toHaveLength(2);
    },
  );

  it('refuses no token, one for another service, one of other keys and one that is over', async () => {
    const anHourAgo = new Date(Date.now() - 3_600_000);
    for (const token of [
      '',
      'x',
      await operatorToken('webhooks'),
      await operatorToken('contacts', otherKeys),
      await operatorToken('contacts', internalKeys),
    ]) {
      expect((await ask('GET', path, { token })).status).toBe(401);
    }
    expect((await ask('GET', path, { token: await operatorToken('contacts', keys, anHourAgo) })).status).toBe(401);
  });

  it("refuses an operator's token on the routes of customers", async () => {
    expect((await ask('GET', '/v1/contacts')).status).toBe(401);
  });

  it('lists and shows without payloads, and with them only recorded', async () => {
    const listed = await ask('GET', `${path}?key=call_1`);
    expect(listed.body).toMatchObject({ data: [{ id: 'in-1' }, { id: 'in-2' }], parked_messages: 3, parked_keys: 2 });
    const shown = await ask('GET', `${path}/${ids.first}`);
    expect(shown.body).toMatchObject({ id: 'in-1', error_message: 'cannot read', headers: { ce_type: 'call.ended' } });
    expect(JSON.stringify([listed, shown])).not.toContain('Marcus');
    expect(await actions()).toEqual([]);
    const { body } = await ask('GET', `${path}/in-1?payload=true`);
    expect(Buffer.from(String(body['payload_base64']), 'base64').toString()).toBe('Marcus Webb');
    expect(await actions()).toEqual([{ actor: 'ann', action: 'parked.reveal', reason: null }]);
    expect((await ask('GET', `${path}/in-9`)).status).toBe(404);
  });

  it('retries and skips, recorded', async () => {
    expect(await ask('POST', `${path}/retry`, { body: { all: true } })).toEqual({
      status: 200,
      body: { handled_again: 1, sent_again: 1 },
    });
    const skip = { message: 'in-1', reason: 'sent twice' };
    expect(await ask('POST', `${path}/skip`, { body: skip })).toMatchObject({ status: 200, body: { id: 'in-1' } });
    expect((await ask('POST', `${path}/skip`, { body: skip })).status).toBe(404);
    expect(await actions()).toEqual([
      { actor: 'ann', action: 'parked.retry', reason: null },
      { actor: 'ann', action: 'parked.skip', reason: 'sent twice' },
    ]);
  });

  it.each([
    ['GET', `${path}?colour=red`, undefined],
    ['GET', `${path}?limit=0`, undefined],
    ['POST', `${path}/retry`, {}],
    ['POST', `${path}/retry`, { key: 'call_1', all: true }],
    ['POST', `${path}/skip`, { key: 'call_1' }],
    ['POST', `${path}/skip`, { key: 'call_1', reason: ' ' }],
  ] as const)('answers 400 to %s %s %j', async (method, url, body) => {
    expect((await ask(method, url, body ? { body } : {})).status).toBe(400);
    expect(await actions()).toEqual([]);
  });
});
