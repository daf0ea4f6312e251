import { readFile } from 'node:fs/promises';
import {
  operationAccess,
  reachOf,
  roles,
  type CreatedInvitation,
  type MemberRole,
  type SessionAnswer,
} from '@ci/contracts/console';
import { describeControllers } from '@ci/http';
import { operationIds, testDatabase, type TestDatabase } from '@ci/testing';
import { consoleControllers } from '../src/console-api/console-controllers.ts';
import { entities, migrations } from '../src/database/schema.ts';
import { ConsoleClient, newMember } from './console-client.ts';
import { RecordingService } from './recording-service.ts';
import { createKey, startGateway, testAccess, type RunningGateway } from './running-gateway.ts';

const service = new RecordingService();
let database: TestDatabase;
let gateway: RunningGateway;
const clients = new Map<MemberRole, ConsoleClient>();
const as = (role: MemberRole) => clients.get(role)!;

beforeAll(async () => {
  database = await testDatabase({ schema: 'gateway', entities, migrations, access: testAccess });
  await service.listen();
  const { url } = service;
  gateway = await startGateway({
    databases: database.urls,
    services: { ingestion: url, summarization: url, contacts: url, webhooks: url },
    environment: { SIGN_INS_PER_MINUTE: '1000', FAILED_KEYS_PER_MINUTE: '1000' },
  });
  for (const role of roles) {
    const person = { workspace: 'ours', role, repIds: role === 'rep' ? ['user_dana'] : [], email: `${role}@ours.test` };
    clients.set(role, await newMember(gateway, database.dataSource, person));
  }
});

afterAll(async () => {
  await gateway.app.close();
  await service.close();
  await database.drop();
});

type Operations = Readonly<
  Record<string, Readonly<Record<string, { readonly operationId?: keyof typeof operationAccess }>>>
>;

const { paths } = JSON.parse(await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Operations;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId }]) =>
    operationId === undefined ? [] : [[operationId, method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'x_1')] as const],
  ),
);

const memId = 'mem_06f0q2k8t9v3x5z7b1d4g6j8m0';

/** Each of the console's own endpoints: whose it is. */
const endpoints: Readonly<Record<string, 'anyone' | 'member' | 'owner'>> = {
  'GET session': 'anyone',
  'POST session': 'anyone',
  'POST invitations/look-up': 'anyone',
  'POST invitations/accept': 'anyone',
  'DELETE session': 'member',
  'DELETE sessions': 'member',
  'GET members': 'member',
  'PATCH member': 'member',
  'PUT member/password': 'member',
  'PATCH members/:id': 'owner',
  'DELETE members/:id': 'owner',
  'GET invitations': 'owner',
  'POST invitations': 'owner',
  'DELETE invitations/:id': 'owner',
  'GET keys': 'owner',
  'POST keys': 'owner',
  'DELETE keys/:id': 'owner',
  'PATCH workspace': 'owner',
};

const answerOf = async (answer: Response) => {
  const text = await answer.text();
  const code = text.startsWith('{') ? (JSON.parse(text) as { error?: { code: string } }).error?.code : undefined;
  return { status: answer.status, code };
};

describe('what a role may do', () => {
  it('is said of every operation of the API and every endpoint of the console', async () => {
    expect(Object.keys(operationAccess).toSorted()).toEqual(operationIds({ paths }));
    const described = await describeControllers(consoleControllers, { title: 'Console', schemas: {} });
    const served = Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.slice('/console/api/'.length).replace('{id}', ':id')}`,
      ),
    );
    expect(Object.keys(endpoints).toSorted()).toEqual(served.toSorted());
  });

  it.each(operations)('with %s is refused here where it is refused to all calls', async (operation, method, path) => {
    const before = service.requests.length;
    for (const role of roles) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const { status, code } = await answerOf(await as(role).ask(method, `v1${path}`, body));
      const isRefused = status === 403 && code === 'insufficient_role';
      expect([role, isRefused]).toEqual([role, reachOf(role, operation) === 'none']);
    }
    const admitted = roles.filter((role) => reachOf(role, operation) !== 'none').length;
    expect(service.requests.slice(before).filter(({ url }) => url === `/v1${path}`)).toHaveLength(admitted);
  });
});

describe('the token for a service', () => {
  const partsOf = () => {
    const [header = '', claims = ''] = String(service.last.headers['x-internal-token']).split('.');
    return [header, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object);
  };

  it.each([
    ['owner', 'read-write', []],
    ['manager', 'read-write', []],
    ['rep', 'read-write', ['user_dana']],
    ['reader', 'read-only', []],
  ] as const)('says of a %s what they are', async (role, scp, reps) => {
    await as(role).ask('GET', 'v1/calls');
    const [header, claims] = partsOf();
    expect(claims).toMatchObject({ scp, mem: { role, reps } });
    // A service that knows no roles would take a manager and a rep for an owner.
    expect('crit' in header!).toBe(role === 'manager' || role === 'rep');
  });

  it('of an API key names no role', async () => {
    const { key } = await createKey(database.dataSource, 'ours');
    await gateway.request('GET', '/v1/calls', { key });
    expect(partsOf()[1]).not.toHaveProperty('mem');
  });
});

describe('the ids of a rep', () => {
  const sessionOf = async (client: ConsoleClient) =>
    (await client.json<SessionAnswer>('GET', 'session')).session?.member;

  it('are named by the invitation, changed by an owner, and hold from then on', async () => {
    const invited = { role: 'rep', rep_ids: ['user_b', 'user_a', 'user_b'] };
    const { token, rep_ids } = await as('owner').json<CreatedInvitation>('POST', 'invitations', invited);
    expect(rep_ids).toEqual(['user_a', 'user_b']);
    const client = new ConsoleClient(gateway);
    expect(await client.accept(token, 'new.rep@ours.test')).toBe(201);
    const { id = '', ...member } = (await sessionOf(client)) ?? {};
    expect(member).toMatchObject({ role: 'rep', rep_ids: ['user_a', 'user_b'] });
    const change = { role: 'rep', rep_ids: ['user_c'] };
    expect(await as('owner').json('PATCH', `members/${id}`, change)).toMatchObject(change);
    expect(await sessionOf(client)).toMatchObject(change);
    // Who does not name them leaves them.
    expect(await as('owner').json('PATCH', `members/${id}`, { role: 'manager' })).toMatchObject({
      rep_ids: ['user_c'],
    });
    const tooMany = { role: 'rep', rep_ids: Array.from({ length: 11 }, (_, index) => `user_${index}`) };
    expect(await as('owner').json('PATCH', `members/${id}`, tooMany)).toMatchObject({ error: { param: 'rep_ids' } });
  });

  it('who was a member before there were roles is a reader', async () => {
    const client = await newMember(gateway, database.dataSource, {
      workspace: 'ours',
      role: 'reader',
      email: 'old@ours.test',
    });
    const { id = '' } = (await sessionOf(client)) ?? {};
    // As a gateway of the release before writes it.
    await database.dataSource.query(`UPDATE members SET role = 'member' WHERE id = $1`, [id]);
    expect(await sessionOf(client)).toMatchObject({ role: 'reader', rep_ids: [] });
    expect(await client.status('GET', 'v1/calls')).toBe(200);
    expect(await client.code('POST', 'v1/calls', {})).toBe('insufficient_role');
  });
});

// Last: some of them end all sessions of a member.
describe('what a role may ask of the console itself', () => {
  it.each(Object.entries(endpoints))('at %s is for %s', async (endpoint, who) => {
    const [method = '', path = ''] = endpoint.split(' ');
    for (const role of roles) {
      // In another browser: some end the session.
      const client = new ConsoleClient(gateway);
      await client.signIn(`${role}@ours.test`);
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const { status, code } = await answerOf(await client.ask(method, path.replace(':id', memId), body));
      const isRefused = status === 403 && code === 'insufficient_role';
      expect([role, isRefused]).toEqual([role, who === 'owner' && role !== 'owner']);
    }
  });
});
