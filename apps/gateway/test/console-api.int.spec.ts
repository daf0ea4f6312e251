import type {
  ConsoleKeyList,
  CreatedConsoleKey,
  CreatedInvitation,
  InvitationList,
  MemberList,
  SessionAnswer,
} from '@ci/contracts/console';
import { holdsWithin, testDatabase, type TestDatabase } from '@ci/testing';
import { createWorkspace, findWorkspace } from '../src/commands/workspaces.ts';
import { entities, migrations } from '../src/database/schema.ts';
import type { MemberRole } from '../src/member/member.events.ts';
import { operatorDatabase } from '../src/operate/operator.ts';
import { ConsoleClient, newMember, password } from './console-client.ts';
import { RecordingService } from './recording-service.ts';
import { counted, createKey, errorCode, startGateway, testAccess, type RunningGateway } from './running-gateway.ts';

const service = new RecordingService();
let database: TestDatabase;
let gateway: RunningGateway;
let owner: ConsoleClient;
let member: ConsoleClient;
let stranger: ConsoleClient;

beforeAll(async () => {
  database = await testDatabase({ schema: 'gateway', entities, migrations, access: testAccess });
  await service.listen();
  const { url } = service;
  gateway = await startGateway({
    databases: database.urls,
    services: { ingestion: url, summarization: url, contacts: url, webhooks: url },
    environment: { SIGN_INS_PER_MINUTE: '1000', FAILED_KEYS_PER_MINUTE: '1000' },
  });
  const one = (workspace: string, role: MemberRole, email: string) =>
    newMember(gateway, database.dataSource, { workspace, role, email });
  owner = await one('ours', 'owner', 'owner@ours.test');
  member = await one('ours', 'reader', 'member@ours.test');
  stranger = await one('theirs', 'owner', 'owner@theirs.test');
});

afterAll(async () => {
  await gateway.app.close();
  await service.close();
  await database.drop();
});

const memberOf = async (client: ConsoleClient) => (await client.json<SessionAnswer>('GET', 'session')).session!;
let people = 0;
const newEmail = () => `person${(people += 1)}@ours.test`;
const noBody = ['GET', 'DELETE'];

/** Everything that changes something, or shows what is for owners. */
const ownersOnly: readonly (readonly [string, string])[] = [
  ['GET', 'invitations'],
  ['POST', 'invitations'],
  ['DELETE', 'invitations/inv_06f0q2k8t9v3x5z7b1d4g6j8m0'],
  ['PATCH', 'members/mem_06f0q2k8t9v3x5z7b1d4g6j8m0'],
  ['DELETE', 'members/mem_06f0q2k8t9v3x5z7b1d4g6j8m0'],
  ['GET', 'keys'],
  ['POST', 'keys'],
  ['DELETE', 'keys/key_06f0q2k8t9v3x5z7b1d4g6j8m0'],
  ['PATCH', 'workspace'],
  ['POST', 'v1/calls'],
  ['PATCH', 'v1/action-items/act_1'],
  ['DELETE', 'v1/calls/call_1'],
  ['GET', 'v1/webhooks'],
];

const everybodys: readonly (readonly [string, string])[] = [
  ['DELETE', 'session'],
  ['DELETE', 'sessions'],
  ['PATCH', 'member'],
  ['PUT', 'member/password'],
];
const signedOut: typeof ownersOnly = [
  ...ownersOnly,
  ...everybodys,
  ['GET', 'members'],
  ['GET', 'v1/calls'],
  ['GET', 'v1/nothing'],
];
const forgeable = [...ownersOnly, ...everybodys].filter(([method]) => method !== 'GET');

const writes: typeof ownersOnly = [
  ...forgeable,
  ['POST', 'session'],
  ['POST', 'invitations/accept'],
  ['POST', 'invitations/look-up'],
];

describe('without a session', () => {
  it.each(signedOut)('%s %s is 401', async (method, path) => {
    const answer = await new ConsoleClient(gateway).ask(method, path, noBody.includes(method) ? undefined : {});
    expect([answer.status, await errorCode(answer)]).toEqual([401, 'unauthorized']);
  });

  it('the session is null, an answer and no failure', async () => {
    const answer = await new ConsoleClient(gateway).ask('GET', 'session');
    expect([answer.status, await answer.json(), answer.headers.get('cache-control')]).toEqual([
      200,
      { session: null },
      'no-store',
    ]);
  });

  it('an API key is worth nothing at the console', async () => {
    const { key } = await createKey(database.dataSource, 'ours');
    expect((await gateway.request('GET', '/console/api/v1/calls', { key })).status).toBe(401);
    expect((await gateway.request('GET', '/console/api/keys', { key })).status).toBe(401);
  });
});

describe('/v1', () => {
  it('takes no cookie, and sets none', async () => {
    const cookie = `__Host-session=${owner.cookie ?? ''}`;
    const headers = { cookie, 'x-csrf-token': owner.csrf ?? '' };
    const answer = await gateway.request('GET', '/v1/calls', { headers });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
  });
});

describe('what changes something', () => {
  it.each(forgeable)('%s %s is refused without the token of the session', async (method, path) => {
    const before = service.requests.length;
    const body = noBody.includes(method) ? undefined : {};
    const forged = owner.copy();
    forged.csrf = undefined;
    const refused = await forged.ask(method, path, body);
    expect([refused.status, await errorCode(refused)]).toEqual([403, 'insufficient_scope']);
    forged.csrf = member.csrf;
    const ofAnother = await forged.ask(method, path, body);
    expect([ofAnother.status, await errorCode(ofAnother)]).toEqual([403, 'session_changed']);
    expect(service.requests).toHaveLength(before);
    expect((await memberOf(owner)).member.role).toBe('owner');
  });

  it.each(writes)('%s %s is refused from another site', async (method, path) => {
    const body = noBody.includes(method) ? undefined : {};
    const from = (headers: Record<string, string>) => owner.copy().ask(method, path, body, headers);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.test' },
      { origin: 'null' },
    ])
      expect((await from(headers as Record<string, string>)).status).toBe(403);
  });

  it('is taken from the console itself', async () => {
    const own = { origin: gateway.url };
    expect(await owner.status('PATCH', 'member', {}, own)).toBe(200);
    expect(await owner.status('PATCH', 'member', {}, { 'sec-fetch-site': 'same-origin', origin: 'http://x' })).toBe(
      200,
    );
  });

  it('is JSON, small, and of the right form', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const anyone = new ConsoleClient(gateway);
    expect(await anyone.status('POST', 'session', 'email=a&password=b', form)).toBe(415);
    expect(
      await anyone.status('POST', 'session', '{"email":"a@b.test","password":"x"}', { 'content-type': 'text/plain' }),
    ).toBe(415);
    expect(await anyone.status('POST', 'session', JSON.stringify({ email: 'x'.repeat(20_000), password: 'y' }))).toBe(
      413,
    );
    const streamed = new Blob([JSON.stringify({ email: 'x'.repeat(20_000), password: 'y' })]).stream();
    const headers = { 'content-type': 'application/json' };
    const refused = await gateway.request('POST', '/console/api/session', { headers, body: streamed });
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { error: { message: expect.stringContaining('16 kB') as string } },
    ]);
    expect(await anyone.code('POST', 'session', '{')).toBe('invalid_request');
    expect(await anyone.code('POST', 'session', '[]')).toBe('invalid_request');
    expect(await anyone.json('POST', 'session', {})).toMatchObject({
      error: { code: 'invalid_request', details: [{ field: 'email' }, { field: 'password' }] },
    });
    expect(await owner.json('PATCH', 'workspace', { timezone: 'Mars/Olympus' })).toMatchObject({
      error: { param: 'timezone' },
    });
  });
});

it('who asks is looked at before the body, and the body before the id', async () => {
  const tooLarge = { name: 'x'.repeat(20_000) };
  expect(await new ConsoleClient(gateway).status('PATCH', 'member', tooLarge)).toBe(401);
  expect(await member.status('PATCH', 'workspace', tooLarge)).toBe(403);
  expect(await owner.status('PATCH', 'workspace', tooLarge)).toBe(413);
  expect(await owner.status('PATCH', 'members/nonsense', { role: 'king' })).toBe(400);
  expect(await owner.status('PATCH', 'members/nonsense', { role: 'rep' })).toBe(404);
});

describe('a member who is no owner', () => {
  it.each(ownersOnly)('may not %s %s', async (method, path) => {
    const before = service.requests.length;
    const answer = await member.ask(method, path, noBody.includes(method) ? undefined : { role: 'owner' });
    expect([answer.status, await errorCode(answer)]).toEqual([403, 'insufficient_role']);
    expect(service.requests).toHaveLength(before);
  });

  it.each(['session', 'members', 'v1/calls', 'v1/contacts', 'v1/action-items'])('may see %s', async (path) => {
    expect(await member.status('GET', path)).toBe(200);
  });
});

describe('/console/api/v1', () => {
  it('forwards who asks and what they may, as /v1 does with a key', async () => {
    const claimsOf = () => {
      const [, claims = ''] = String(service.last.headers['x-internal-token']).split('.');
      return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    };
    const { member: me, workspace } = await memberOf(owner);
    const answer = await owner.ask('POST', 'v1/calls?dry_run=true', { any: 'thing' });
    expect(answer.status).toBe(200);
    expect([service.last.method, service.last.url]).toEqual(['POST', '/v1/calls?dry_run=true']);
    expect(service.last.headers).not.toHaveProperty('cookie');
    expect(service.last.headers).not.toHaveProperty('x-csrf-token');
    const { id, timezone, domains } = workspace;
    expect(claimsOf()).toMatchObject({ act: me.id, scp: 'read-write', wsp: { id, timezone, domains } });
    await member.ask('GET', 'v1/contacts?limit=1');
    expect(service.last.url).toBe('/v1/contacts?limit=1');
    expect(claimsOf()).toMatchObject({ act: (await memberOf(member)).member.id, scp: 'read-only' });
  });

  it('answers in the order, with the headers and in the shape of /v1', async () => {
    const answer = await counted(() => owner.ask('PUT', 'v1/calls', {}));
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(answer.headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=\d+$/);
    expect(await owner.code('GET', 'v1/nothing')).toBe('not_found');
  });
});

describe('API keys', () => {
  it('are made, shown once, listed without their secret, used and deleted', async () => {
    const answer = await owner.ask('POST', 'keys', { name: ' CRM ', scope: 'read-only' });
    expect(answer.status).toBe(201);
    const created = (await answer.json()) as CreatedConsoleKey;
    const by = (await memberOf(owner)).member.name;
    expect(created).toMatchObject({ name: 'CRM', scope: 'read-only', last_used_at: null, created_by: by });
    expect(created.key.startsWith(created.prefix) && created.key.endsWith(created.last_four)).toBe(true);
    const { key, ...listed } = created;
    expect((await owner.json<ConsoleKeyList>('GET', 'keys')).data).toContainEqual(listed);
    expect((await gateway.request('GET', '/v1/calls', { key })).status).toBe(200);
    expect(await stranger.status('DELETE', `keys/${created.id}`)).toBe(404);
    expect(await owner.status('DELETE', `keys/${created.id}`)).toBe(204);
    await holdsWithin(1_000, async () => (await gateway.request('GET', '/v1/calls', { key })).status === 401);
    expect(await owner.status('DELETE', `keys/${created.id}`)).toBe(404);
    const [event] = await database.dataSource.query<{ metadata: object }[]>(
      `SELECT metadata FROM events WHERE stream_id = $1 AND event_type = 'KeyDeleted'`,
      [`key-${created.id}`],
    );
    expect(event?.metadata).toEqual({
      actor: (await memberOf(owner)).member.id,
      correlationId: expect.stringMatching(/^req_/) as string,
    });
  });
});

describe('invitations of an owner', () => {
  it('are listed while they may be used, and withdrawn', async () => {
    const created = await owner.json<CreatedInvitation>('POST', 'invitations', { role: 'reader' });
    const { token, ...listed } = created;
    const me = (await memberOf(owner)).member;
    expect(listed).toMatchObject({ role: 'reader', rep_ids: [], created_by: { id: me.id, name: me.name } });
    expect((await owner.json<InvitationList>('GET', 'invitations')).data).toContainEqual(listed);
    expect((await stranger.json<InvitationList>('GET', 'invitations')).data).toEqual([]);
    expect(await stranger.status('DELETE', `invitations/${created.id}`)).toBe(404);
    expect(await owner.status('DELETE', `invitations/${created.id}`)).toBe(204);
    expect((await owner.json<InvitationList>('GET', 'invitations')).data).not.toContainEqual(listed);
    expect(await new ConsoleClient(gateway).accept(token, 'late@ours.test')).toBe(404);
  });
});

describe('members', () => {
  const join = async (email: string, role: MemberRole = 'reader') => {
    const { token } = await owner.json<CreatedInvitation>('POST', 'invitations', { role });
    const client = new ConsoleClient(gateway);
    expect(await client.accept(token, email, 'Bo')).toBe(201);
    return { client, id: (await memberOf(client)).member.id };
  };

  it('are listed, get another role and are removed, effective at once', async () => {
    const { client, id } = await join('bo@ours.test');
    const { data } = await member.json<MemberList>('GET', 'members');
    expect(data).toContainEqual({
      id,
      name: 'Bo',
      email: 'bo@ours.test',
      role: 'reader',
      rep_ids: [],
      joined_at: expect.any(String),
    });
    expect(await client.status('GET', 'invitations')).toBe(403);
    expect(await owner.json('PATCH', `members/${id}`, { role: 'owner' })).toMatchObject({ id, role: 'owner' });
    expect(await client.status('GET', 'invitations')).toBe(200);
    expect(await stranger.status('DELETE', `members/${id}`)).toBe(404);
    expect(await stranger.status('PATCH', `members/${id}`, { role: 'reader' })).toBe(404);
    expect(await owner.status('DELETE', `members/${id}`)).toBe(204);
    expect(await client.status('GET', 'members')).toBe(401);
    expect(JSON.stringify(await owner.json('GET', 'members'))).not.toContain(id);
    const traces = await database.dataSource.query<object[]>(
      `SELECT data::text FROM event_personal WHERE data::text LIKE '%bo@ours.test%'`,
    );
    expect(traces).toEqual([]);
    // Their address is free again.
    await join('bo@ours.test');
  });

  it.each([
    ['removed', (id: string) => owner.status('DELETE', `members/${id}`)],
    ['demoted', (id: string) => owner.status('PATCH', `members/${id}`, { role: 'reader' })],
  ])('who was %s does not come back by a link that they made', async (_name, end) => {
    const { client, id } = await join(newEmail(), 'owner');
    const made = await client.json<CreatedInvitation>('POST', 'invitations', { role: 'owner' });
    expect([200, 204]).toContain(await end(id));
    const guest = new ConsoleClient(gateway);
    expect(await guest.status('POST', 'invitations/look-up', { token: made.token })).toBe(404);
    expect(await guest.accept(made.token, newEmail())).toBe(404);
    const { data } = await owner.json<InvitationList>('GET', 'invitations');
    expect(data.map((one) => one.id)).not.toContain(made.id);
    const [event] = await database.dataSource.query<{ actor: string }[]>(
      `SELECT metadata ->> 'actor' AS actor FROM events WHERE stream_id = $1 AND event_type = 'InvitationWithdrawn'`,
      [`invitation-${made.id}`],
    );
    expect(event?.actor).toBe((await memberOf(owner)).member.id);
  });

  it('who invites while they are removed has made a link that leads nowhere', async () => {
    const { client, id } = await join(newEmail(), 'owner');
    const [made] = await Promise.all([
      client.ask('POST', 'invitations', { role: 'owner' }),
      owner.status('DELETE', `members/${id}`),
    ]);
    const token = made.status === 201 ? ((await made.json()) as CreatedInvitation).token : 'A'.repeat(43);
    expect([201, 401, 403]).toContain(made.status);
    expect(await new ConsoleClient(gateway).accept(token, newEmail())).toBe(404);
  });

  it('keep an owner, also when two leave at once', async () => {
    const session = await memberOf(stranger);
    const me = `members/${session.member.id}`;
    for (const refused of [await stranger.ask('DELETE', me), await stranger.ask('PATCH', me, { role: 'reader' })])
      expect([refused.status, await errorCode(refused)]).toEqual([409, 'conflict']);
    const { token } = await stranger.json<CreatedInvitation>('POST', 'invitations', { role: 'owner' });
    const second = new ConsoleClient(gateway);
    await second.accept(token, 'second@theirs.test');
    const other = `members/${(await memberOf(second)).member.id}`;
    const statuses = await Promise.all([stranger.status('DELETE', me), second.status('DELETE', other)]);
    expect(statuses.toSorted()).toEqual([204, 409]);
    stranger = statuses[0] === 204 ? second : stranger;
    expect(await stranger.status('GET', 'invitations')).toBe(200);
  });

  it('change their own name and password, which ends their other sessions', async () => {
    const { client, id } = await join('cy@ours.test');
    expect(await client.json('PATCH', 'member', { name: ' Cy ' })).toMatchObject({ id, name: 'Cy', role: 'reader' });
    const elsewhere = new ConsoleClient(gateway);
    await elsewhere.signIn('cy@ours.test');
    const change = (current: string, next: string) =>
      client.ask('PUT', 'member/password', { current_password: current, password: next });
    const wrong = await change('not the password', 'another long password');
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { param: 'current_password' } }]);
    expect((await change(password, 'short')).status).toBe(400);
    expect((await change(password, 'cy@ours.test')).status).toBe(400);
    expect((await change(password, 'another long password')).status).toBe(204);
    expect([await client.status('GET', 'members'), await elsewhere.status('GET', 'members')]).toEqual([200, 401]);
    expect([
      await new ConsoleClient(gateway).signIn('cy@ours.test'),
      await new ConsoleClient(gateway).signIn('cy@ours.test', 'another long password'),
    ]).toEqual([401, 201]);
  });
});

describe('the workspace', () => {
  it('is changed by an owner, for sessions and keys', async () => {
    const changes = { name: 'Ours Ltd', timezone: 'Europe/Lisbon', domains: ['Ours.test'] };
    const changed = await owner.json<object>('PATCH', 'workspace', changes);
    expect(changed).toMatchObject({ name: 'Ours Ltd', timezone: 'Europe/Lisbon', domains: ['ours.test'] });
    expect((await memberOf(member)).workspace).toEqual(changed);
    expect(await owner.json('PATCH', 'workspace', { domains: ['nowhere'] })).toMatchObject({
      error: { param: 'domains' },
    });
    expect((await memberOf(stranger)).workspace.name).toBe('theirs');
  });

  it('may be called as another one is: the answer tells nobody which names there are, and operators’ words stay theirs', async () => {
    const { id } = (await memberOf(owner)).workspace;
    for (const name of ['theirs', 'nobody is called so'])
      expect(await owner.status('PATCH', 'workspace', { name, slug: 'theirs' })).toBe(200);
    await owner.status('PATCH', 'workspace', { name: 'theirs' });
    const operator = operatorDatabase(database.dataSource);
    const find = (slug: string) => findWorkspace(database.dataSource.manager, slug);
    expect((await find('theirs')).id).toBe((await memberOf(stranger)).workspace.id);
    expect((await find('ours')).id).toBe(id);
    await owner.status('PATCH', 'workspace', { name: 'next-customer' });
    const onboarded = await createWorkspace(operator, {
      slug: 'next-customer',
      name: 'Next',
      timezone: 'UTC',
      domains: [],
    });
    expect(onboarded.id).not.toBe(id);
    expect((await find('next-customer')).id).toBe(onboarded.id);
  });
});

describe('paths', () => {
  it('that are none are 404, other methods 405, in the one shape', async () => {
    expect([await owner.status('GET', 'nothing'), await owner.code('POST', 'nothing', {})]).toEqual([404, 'not_found']);
    const answer = await owner.ask('PUT', 'session', {});
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, DELETE']);
    expect(await owner.status('DELETE', 'members/mem_%00')).toBe(404);
    expect(await owner.status('DELETE', 'members/nonsense')).toBe(404);
  });
});
