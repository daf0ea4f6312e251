import type { SessionAnswer } from '@ci/contracts/console';
import { holdsWithin, testDatabase, until, type TestDatabase } from '@ci/testing';
import { removeMember } from '../src/commands/members.ts';
import { entities, migrations } from '../src/database/schema.ts';
import { operatorDatabase } from '../src/operate/operator.ts';
import { hashing, hashPassword } from '../src/sign-in/passwords.ts';
import { SignIn } from '../src/sign-in/sign-in.ts';
import { ConsoleClient, invitationToken, newMember, password } from './console-client.ts';
import { startGateway, testAccess, type RunningGateway } from './running-gateway.ts';

const HOUR_MS = 3_600_000;
const lines: string[] = [];
const clock = { offsetMs: 0 };
let database: TestDatabase;
let one: RunningGateway;
let other: RunningGateway;

beforeAll(async () => {
  database = await testDatabase({ schema: 'gateway', entities, migrations, access: testAccess });
  const options = {
    databases: database.urls,
    environment: { SIGN_INS_PER_MINUTE: '1000', FAILED_KEYS_PER_MINUTE: '1000' },
    onLine: (line: string) => void lines.push(line),
    now: () => new Date(Date.now() + clock.offsetMs),
  };
  [one, other] = await Promise.all([startGateway(options), startGateway(options)]);
});

afterAll(async () => {
  await Promise.all([one.app.close(), other.app.close()]);
  await database.drop();
});

afterEach(() => void (clock.offsetMs = 0));

let people = 0;
const newEmail = () => `person${(people += 1)}@example.test`;
const owner = (email = newEmail(), workspace = 'w') =>
  newMember(one, database.dataSource, { workspace, role: 'owner', email });
const on = (gateway: RunningGateway, { cookie, csrf }: ConsoleClient) =>
  Object.assign(new ConsoleClient(gateway), { cookie, csrf });
const isSignedIn = async (client: ConsoleClient) =>
  (await client.json<SessionAnswer>('GET', 'session')).session !== null;

/** Takes every turn at hashing, as a flood does, until it is called off. */
function withoutHashing(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const taken = [hashing.take(() => promise), hashing.take(() => promise)];
  return async () => {
    resolve(undefined);
    await Promise.all(taken);
  };
}

describe('an invitation', () => {
  it('tells whoever holds its link where it leads, makes them a member once, and signs them in', async () => {
    const token = await invitationToken(database.dataSource, 'first', 'owner');
    const client = new ConsoleClient(one);
    expect(await client.json('POST', 'invitations/look-up', { token })).toEqual({
      workspace_name: 'first',
      role: 'owner',
      expires_at: expect.any(String),
    });
    const answer = await client.ask('POST', 'invitations/accept', {
      token,
      name: ' Ana ',
      email: 'Ana.First@Example.test',
      password,
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await answer.json()).toEqual({
      session: {
        member: {
          id: expect.stringMatching(/^mem_/),
          name: 'Ana',
          email: 'ana.first@example.test',
          role: 'owner',
          rep_ids: [],
        },
        workspace: { id: expect.stringMatching(/^wsp_/), name: 'first', timezone: 'UTC', domains: [] },
        csrf_token: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    expect(await client.code('POST', 'invitations/look-up', { token })).toBe('not_found');
    const second = { token, name: 'B', email: newEmail(), password };
    expect(await client.code('POST', 'invitations/accept', second)).toBe('not_found');
  });

  it.each([
    ['a short password', { password: 'too short' }, 'password'],
    ['the address as password', { email: 'ana.long@example.test', password: 'Ana.Long@example.test' }, 'password'],
    ['no address', { email: 'ana' }, 'email'],
    ['no name', { name: '  ' }, 'name'],
  ])('is not accepted with %s, and not used up by it', async (_name, wrong, param) => {
    const token = await invitationToken(database.dataSource, 'w', 'reader');
    const body = { token, name: 'Ana', email: newEmail(), password };
    const refused = await new ConsoleClient(one).ask('POST', 'invitations/accept', { ...body, ...wrong });
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: 'invalid_request', param } }]);
    expect(await new ConsoleClient(one).status('POST', 'invitations/accept', body)).toBe(201);
  });

  it('is not accepted with an address that somebody has, in whatever workspace and case', async () => {
    const email = newEmail();
    await owner(email, 'elsewhere');
    const token = await invitationToken(database.dataSource, 'w', 'reader');
    const both = [email.toUpperCase(), newEmail()];
    expect(await new ConsoleClient(one).accept(token, both[0] ?? '')).toBe(409);
    expect(await new ConsoleClient(one).accept(token, both[1] ?? '')).toBe(201);
  });

  it('is refused for an address that is taken, and counted, before a password is hashed', async () => {
    const email = newEmail();
    await owner(email);
    const token = await invitationToken(database.dataSource, 'w', 'reader');
    const strict = await startGateway({ databases: database.urls, environment: { SIGN_INS_PER_MINUTE: '5' } });
    const free = withoutHashing();
    try {
      const statuses: number[] = [];
      for (let index = 0; index < 6; index += 1) statuses.push(await new ConsoleClient(strict).accept(token, email));
      expect([statuses[0], statuses.at(-1)]).toEqual([409, 429]);
    } finally {
      await free();
      await strict.app.close();
    }
  });

  it('that two accept at once has one of them', async () => {
    const token = await invitationToken(database.dataSource, 'w', 'reader');
    const statuses = await Promise.all(
      [one, other].map((gateway) => new ConsoleClient(gateway).accept(token, newEmail())),
    );
    expect(statuses.toSorted()).toEqual([201, 404]);
  });

  it('ends after 7 days', async () => {
    const token = await invitationToken(database.dataSource, 'w', 'reader');
    await database.dataSource.query(`UPDATE invitations SET expires_at = now() WHERE closed_at IS NULL`);
    expect(await new ConsoleClient(one).status('POST', 'invitations/look-up', { token })).toBe(404);
    expect(await new ConsoleClient(one).accept(token, newEmail())).toBe(404);
  });
});

describe('signing in', () => {
  it('begins a session of its own and ends the one before: a cookie that was planted is worth nothing', async () => {
    const email = newEmail();
    const victim = await owner(email);
    const before = victim.copy();
    expect(await victim.signIn(email.toUpperCase())).toBe(201);
    expect(victim.cookie).not.toBe(before.cookie);
    expect([await isSignedIn(victim), await isSignedIn(before)]).toEqual([true, false]);

    const planted = new ConsoleClient(one);
    planted.cookie = 'A'.repeat(43);
    expect(await planted.signIn(email)).toBe(201);
    expect(planted.cookie).not.toBe('A'.repeat(43));
    const attacker = new ConsoleClient(one);
    attacker.cookie = 'A'.repeat(43);
    expect(await isSignedIn(attacker)).toBe(false);
    expect(attacker.cookie).toBeUndefined();
  });

  it('has one answer for a wrong password, an unknown address and a text that is none', async () => {
    const email = newEmail();
    await owner(email);
    const tries = [
      [email, `${password}!`],
      [newEmail(), password],
      ["' OR 1=1 --", password],
    ] as const;
    const answers = await Promise.all(
      tries.map(([address, secret]) =>
        new ConsoleClient(one).ask('POST', 'session', { email: address, password: secret }),
      ),
    );
    for (const answer of answers) {
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
      expect(await answer.json()).toEqual({
        error: {
          code: 'unauthorized',
          message: 'The email address or the password is wrong.',
          request_id: expect.any(String),
          doc_url: '/docs/build/errors#unauthorized',
        },
      });
    }
  });

  it('makes a hash anew that was made with less work, and takes the password as before', async () => {
    const email = newEmail();
    const client = await owner(email);
    const weak = '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$';
    const { argon2Sync } = await import('node:crypto');
    const tag = argon2Sync('argon2id', {
      message: password,
      nonce: Buffer.from('c29tZXNhbHRzb21lc2FsdA', 'base64'),
      memory: 64,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    });
    const hash = `${weak}${tag.toString('base64').replace(/=+$/, '')}`;
    const changed = `UPDATE member_passwords SET hash = $2 WHERE member_id = (SELECT id FROM members WHERE email = $1)`;
    await database.dataSource.query(changed, [email, hash]);
    expect(await client.signIn(email)).toBe(201);
    const [row] = await database.dataSource.query<{ hash: string }[]>(
      `SELECT hash FROM member_passwords WHERE member_id = (SELECT id FROM members WHERE email = $1)`,
      [email],
    );
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await client.signIn(email)).toBe(201);
  });

  it('is throttled for one account on all instances together, and for one address', async () => {
    const options = {
      databases: database.urls,
      environment: { SIGN_INS_PER_MINUTE: '5', TRUSTED_PROXIES: '127.0.0.1' },
    };
    const strict = await Promise.all([startGateway(options), startGateway(options)]);
    try {
      const tryIt = (index: number, email: string, from: string) =>
        new ConsoleClient(strict[index % 2] ?? one, { 'x-forwarded-for': from }).ask('POST', 'session', {
          email,
          password: 'a wrong password',
        });
      const statuses: number[] = [];
      for (let index = 0; index < 9; index += 1)
        statuses.push((await tryIt(index, 'target@example.test', `203.0.113.${index}`)).status);
      expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401]);
      expect(statuses.at(-1)).toBe(429);
      const refused = await tryIt(0, 'TARGET@example.test', '203.0.113.100');
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);

      const fromOne: number[] = [];
      for (let index = 0; index < 9; index += 1)
        fromOne.push((await tryIt(index, `victim${index}@example.test`, '198.51.100.7')).status);
      expect([fromOne[0], fromOne.at(-1)]).toEqual([401, 429]);
      expect((await tryIt(0, 'another@example.test', '198.51.100.8')).status).toBe(401);
    } finally {
      await Promise.all(strict.map(({ app }) => app.close()));
    }
  });

  it('lets whoever knows their password in, though their address has tried too often for others', async () => {
    const [known, touched] = [newEmail(), newEmail()];
    await Promise.all([owner(known), owner(touched)]);
    const strict = await startGateway({ databases: database.urls, environment: { SIGN_INS_PER_MINUTE: '5' } });
    try {
      const signIn = (email: string, secret = password) => new ConsoleClient(strict).signIn(email, secret);
      await until(async () => (await signIn(newEmail())) === 429, { describe: 'the address has tried too often' });
      expect(await signIn(known)).toBe(201);
      // What was tried for an account counts again, and so does a wrong password.
      expect(await signIn(touched, 'a wrong password')).toBe(429);
      expect(await signIn(touched)).toBe(429);
    } finally {
      await strict.app.close();
    }
  });

  it('is throttled also while budgets cannot be shared: each instance counts by itself', async () => {
    const email = newEmail();
    await owner(email);
    const strict = await startGateway({ databases: database.urls, environment: { SIGN_INS_PER_MINUTE: '5' } });
    const holder = database.dataSource.createQueryRunner();
    try {
      await holder.startTransaction();
      await holder.query('LOCK TABLE rate_budgets IN ACCESS EXCLUSIVE MODE');
      const statuses: number[] = [];
      await until(
        async () => {
          statuses.push(await new ConsoleClient(strict).signIn(email, 'a wrong password'));
          return statuses.at(-1) === 429 || statuses.length > 20;
        },
        { intervalMs: 1 },
      );
      expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
      expect(await new ConsoleClient(strict).signIn(email)).toBe(429);
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
      await strict.app.close();
    }
  });

  it('does the work of a password also for an address that nobody has', async () => {
    const email = newEmail();
    const client = await owner(email);
    const stranger = newEmail();
    const shortest = new Map([email, stranger].map((address) => [address, Infinity]));
    // By turns, and the shortest of each: what else the machine does only makes an answer come later.
    for (let round = 0; round < 7; round += 1)
      for (const [address, ms] of shortest) {
        const startedAt = performance.now();
        await client.ask('POST', 'session', { email: address, password: 'a wrong password' });
        shortest.set(address, Math.min(ms, performance.now() - startedAt));
      }
    // Without it the answer would come some twenty times sooner.
    expect((shortest.get(stranger) ?? 0) / (shortest.get(email) ?? 0)).toBeGreaterThan(0.3);
  });
});

describe('a flood of passwords', () => {
  it.each([
    ['signing in', (client: ConsoleClient) => client.ask('POST', 'session', { email: newEmail(), password })],
    [
      'accepting an invitation',
      async (client: ConsoleClient) => {
        const token = await invitationToken(database.dataSource, 'w', 'reader');
        return client.ask('POST', 'invitations/accept', { token, name: 'Ana', email: newEmail(), password });
      },
    ],
    [
      'changing a password',
      (client: ConsoleClient) =>
        client.ask('PUT', 'member/password', { current_password: password, password: 'another long password' }),
    ],
  ])('is met with 503 and a time to come again: %s', async (_name, ask) => {
    const client = await owner();
    const free = withoutHashing();
    try {
      const refused = await ask(client);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await isSignedIn(client)).toBe(true);
    } finally {
      await free();
    }
    expect((await ask(client)).status).not.toBe(503);
  });
});

describe('a session', () => {
  it('ends when it was not used for 12 hours', async () => {
    const client = await owner();
    clock.offsetMs = 11 * HOUR_MS;
    expect(await isSignedIn(client)).toBe(true);
    clock.offsetMs = 22 * HOUR_MS;
    expect(await isSignedIn(on(other, client))).toBe(true);
    clock.offsetMs = 34.1 * HOUR_MS;
    const late = client.copy();
    expect(await isSignedIn(late)).toBe(false);
    expect(late.cookie).toBeUndefined();
    expect(await client.status('GET', 'v1/calls')).toBe(401);
  });

  it('ends after 30 days however it is used, and its row goes', async () => {
    const client = await owner();
    for (let hours = 0; hours < 30 * 24; hours += 11) {
      clock.offsetMs = hours * HOUR_MS;
      expect(await isSignedIn(client)).toBe(true);
    }
    clock.offsetMs = (30 * 24 + 0.1) * HOUR_MS;
    expect(await isSignedIn(client.copy())).toBe(false);
    await owner();
    const rows = await database.dataSource.query<object[]>(
      `SELECT FROM member_sessions WHERE created_at < now() + interval '1 day'`,
    );
    expect(rows).toEqual([]);
  });

  it('ends by signing out, here and everywhere, on every instance at once', async () => {
    const email = newEmail();
    const first = await owner(email);
    const [second, third] = [new ConsoleClient(one), new ConsoleClient(other)];
    expect([await second.signIn(email), await third.signIn(email)]).toEqual([201, 201]);
    const kept = first.copy();
    expect(await first.status('DELETE', 'session')).toBe(204);
    expect(first.cookie).toBeUndefined();
    expect([await isSignedIn(on(other, kept)), await isSignedIn(second), await isSignedIn(third)]).toEqual([
      false,
      true,
      true,
    ]);
    const everywhere = second.copy();
    expect(await second.status('DELETE', 'sessions')).toBe(204);
    expect([await isSignedIn(on(other, everywhere)), await isSignedIn(third.copy())]).toEqual([false, false]);
  });

  it('does not begin with a password that was changed while it was looked at', async () => {
    const { session } = await (await owner()).json<SessionAnswer>('GET', 'session');
    const { id } = session!.member;
    const signIn = one.app.get(SignIn);
    await expect(signIn.begin(id, await hashPassword('the one before'))).rejects.toMatchObject({
      code: 'unauthorized',
    });
    const [row] = await database.dataSource.query<object[]>(
      'SELECT count(*)::int AS sessions FROM member_sessions WHERE member_id = $1',
      [id],
    );
    expect(row).toEqual({ sessions: 1 });
  });

  it('ends with its member, also one that begins while they are removed', async () => {
    const email = newEmail();
    const client = await owner(email);
    await owner();
    const { session } = await client.json<SessionAnswer>('GET', 'session');
    const { member, workspace } = session!;
    const removing = removeMember(operatorDatabase(database.dataSource), workspace.id, member.id);
    const [begun] = await Promise.all([on(other, client).signIn(email), removing]);
    expect([201, 401]).toContain(begun);
    await holdsWithin(1_000, async () => !(await isSignedIn(on(other, client))));
    const left = await database.dataSource.query<object[]>('SELECT FROM member_sessions WHERE member_id = $1', [
      member.id,
    ]);
    expect([left, await new ConsoleClient(one).signIn(email)]).toEqual([[], 401]);
  });
});

describe('nothing secret', () => {
  it('stands in the log, in events or in any table', async () => {
    const email = newEmail();
    const token = await invitationToken(database.dataSource, 'secrets', 'owner');
    const client = new ConsoleClient(one);
    await client.accept(token, email, 'Very Personal');
    await client.signIn(email);
    await client.signIn(email, `${password} wrong`);
    const secrets = [token, password, client.cookie ?? '', client.csrf ?? ''];
    const tables = await database.dataSource.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'gateway'`,
    );
    for (const { name } of tables) {
      const rows = JSON.stringify(await database.dataSource.query(`SELECT t::text FROM ${name} t`));
      for (const secret of secrets) expect([name, rows.includes(secret)]).toEqual([name, false]);
      const personal = ['members', 'event_personal'].includes(name);
      if (!personal) expect([name, rows.includes(email), rows.includes('Very Personal')]).toEqual([name, false, false]);
    }
    const log = lines.join('\n');
    for (const secret of [...secrets, email, 'Very Personal']) expect(log.includes(secret)).toBe(false);
  });
});
