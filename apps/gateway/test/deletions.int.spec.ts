import { testDatabase, until, type TestDatabase } from '@ci/testing';
import { verifyInternalToken } from '@ci/security';
import { entities, migrations } from '../src/database/schema.ts';
import type { CreatedKey } from '../src/commands/keys.ts';
import { tokenKeys } from './key-ring.ts';
import { RecordingService, type RecordedRequest } from './recording-service.ts';
import { createKey, errorCode, startGateway, type RunningGateway, testAccess } from './running-gateway.ts';

const names = ['ingestion', 'summarization', 'contacts'] as const;
type Name = (typeof names)[number];
const services = Object.fromEntries(names.map((name) => [name, new RecordingService()])) as Record<
  Name,
  RecordingService
>;
let database: TestDatabase;
let one: RunningGateway;
let other: RunningGateway;
let owner: CreatedKey;
/** Services that cannot be notified of a deletion now. */
const deaf = new Set<Name>();

const start = () =>
  startGateway({
    databases: database.urls,
    services: Object.fromEntries(names.map((name) => [name, services[name].url])),
    environment: { RATE_LIMITS: 'off' },
  });

beforeAll(async () => {
  database = await testDatabase({ schema: 'gateway', entities, migrations, access: testAccess });
  await Promise.all(names.map((name) => services[name].listen()));
  [one, other] = await Promise.all([start(), start()]);
  owner = await createKey(database.dataSource, 'w');
});

afterAll(async () => {
  await Promise.all([one.app.close(), other.app.close()]);
  await Promise.all(names.map((name) => services[name].close()));
  await database.drop();
});

beforeEach(() => {
  for (const name of names) {
    services[name].requests.length = 0;
    services[name].answer = (request, reply) => {
      if (request.method !== 'DELETE') return { shown: request.url };
      return deaf.has(name) && isTelling(request)
        ? reply.code(503).send({ error: { code: 'unavailable' } })
        : reply.code(204).send();
    };
  }
});

afterEach(async () => {
  deaf.clear();
  await until(async () => (await listed()).length === 0, { describe: 'all is told' });
});

const isTelling = ({ method, url }: RecordedRequest) => method === 'DELETE' && url.startsWith('/internal/');
/** How often it was notified of one call. Of those before it an instance may notify it once more. */
const timesReported = (name: Name, callId: string) =>
  linesOf(name).filter((line) => line === `DELETE /internal/calls/${callId}`).length;
const linesOf = (name: Name) => services[name].requests.map(({ method, url }) => `${method} ${url}`);
const statusOf = async (gateway: RunningGateway, path: string, method = 'GET', key = owner.key) =>
  (await gateway.request(method, path, { key })).status;
const listed = () =>
  database.dataSource.query<unknown[]>(
    'SELECT workspace_id, call_id, service FROM untold_deletions ORDER BY call_id, service',
  );
const ofCall = (callId: string) => ['summary', 'coaching', 'action-items'].map((part) => `/v1/calls/${callId}/${part}`);

describe('the deletion of a call', () => {
  it('is told to who shows something of it before its client hears of it, and nothing is listed', async () => {
    expect(await statusOf(one, '/v1/calls/call_1', 'DELETE')).toBe(204);
    for (const name of ['summarization', 'contacts'] as const) {
      expect(linesOf(name)).toEqual(['DELETE /internal/calls/call_1']);
      const token = String(services[name].last.headers['x-internal-token']);
      const caller = await verifyInternalToken(token, { audience: name, keys: tokenKeys(name), now: new Date() });
      expect(caller).toMatchObject({ workspace: { id: owner.workspaceId }, actor: owner.id, scope: 'read-write' });
    }
    expect([linesOf('ingestion'), await listed()]).toEqual([['DELETE /v1/calls/call_1'], []]);
  });

  it('hides summary, coaching and action items on every instance with the 204, though their service knows nothing yet', async () => {
    deaf.add('summarization');
    expect(await statusOf(one, '/v1/calls/call_2', 'DELETE')).toBe(204);
    const statusesOn = async (gateway: RunningGateway) => {
      const paths = [...ofCall('call_2'), ...ofCall('call%5F2')];
      return new Set(await Promise.all(paths.map((path) => statusOf(gateway, path))));
    };
    expect(await statusesOn(other)).toEqual(new Set([404]));
    expect(await statusesOn(one)).toEqual(new Set([404]));
    const late = await start();
    try {
      expect(await statusesOn(late)).toEqual(new Set([404]));
      const refused = await other.request('GET', '/v1/calls/call_2/summary', { key: owner.key });
      expect(await errorCode(refused)).toBe('not_found');
      // Other calls, and what other workspaces have, stay where they are.
      const theirs = (await createKey(database.dataSource, 'theirs')).key;
      expect(await statusOf(other, '/v1/calls/call_3/summary')).toBe(200);
      expect(await statusOf(other, '/v1/calls/call_2/summary', 'GET', theirs)).toBe(200);
    } finally {
      await late.app.close();
    }
  });

  it.each(['/v1/contacts', '/v1/contacts/con_1'])('is told before anybody is shown %s', async (path) => {
    deaf.add('contacts');
    expect(await statusOf(one, '/v1/calls/call_4', 'DELETE')).toBe(204);
    expect(await statusOf(other, path)).toBe(503);
    expect(linesOf('contacts')).not.toContain(`GET ${path}`);
    deaf.clear();
    services.contacts.requests.length = 0;
    expect(await statusOf(other, path)).toBe(200);
    const lines = linesOf('contacts');
    expect(lines.indexOf('DELETE /internal/calls/call_4')).toBeLessThan(lines.indexOf(`GET ${path}`));
  });

  it.each([
    ['GET', '/v1/action-items'],
    ['PATCH', '/v1/action-items/act_1'],
  ])('is told before %s %s', async (method, path) => {
    deaf.add('summarization');
    expect(await statusOf(one, '/v1/calls/call_5', 'DELETE')).toBe(204);
    expect(await statusOf(other, path, method)).toBe(503);
    deaf.clear();
    expect(await statusOf(other, path, method)).toBe(200);
  });

  it('is told again until it is heard, without anybody asking', async () => {
    for (const name of ['summarization', 'contacts'] as const) deaf.add(name);
    expect(await statusOf(one, '/v1/calls/call_6', 'DELETE')).toBe(204);
    expect(await listed()).toEqual([
      { workspace_id: owner.workspaceId, call_id: 'call_6', service: 'contacts' },
      { workspace_id: owner.workspaceId, call_id: 'call_6', service: 'summarization' },
    ]);
    deaf.clear();
    await until(async () => (await listed()).length === 0);
    expect(await statusOf(one, '/v1/contacts')).toBe(200);
  });

  it('that was not answered is told when the call is deleted again', async () => {
    services.ingestion.answer = (_request, reply) =>
      reply
        .code(404)
        .header('x-call-deleted', '1')
        .send({ error: { code: 'not_found' } });
    const answer = await one.request('DELETE', '/v1/calls/call_7', { key: owner.key });
    expect([answer.status, answer.headers.get('x-call-deleted')]).toEqual([404, null]);
    expect(timesReported('contacts', 'call_7')).toBe(1);
  });

  it.each([404, 409, 503])('that ingestion answers with %s is told to nobody', async (status) => {
    services.ingestion.answer = (_request, reply) => reply.code(status).send({ error: { code: 'x' } });
    expect(await statusOf(one, '/v1/calls/call_8', 'DELETE')).toBe(status);
    expect([timesReported('contacts', 'call_8'), timesReported('summarization', 'call_8')]).toEqual([0, 0]);
  });

  it('is not claimed while it can neither be told nor listed', async () => {
    deaf.add('contacts');
    const holder = database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE untold_deletions IN SHARE MODE');
    try {
      expect(await statusOf(one, '/v1/calls/call_9', 'DELETE')).toBe(503);
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
  });

  it('is left to Kafka where a release has no path for it', async () => {
    services.contacts.answer = (request, reply) =>
      isTelling(request) ? reply.code(404).send({ error: { code: 'not_found' } }) : { shown: request.url };
    expect(await statusOf(one, '/v1/calls/call_10', 'DELETE')).toBe(204);
    expect([await listed(), await statusOf(one, '/v1/contacts')]).toEqual([[], 200]);
  });
});
