import { createHash } from 'node:crypto';
import { testDatabase, type TestDatabase } from '@ci/testing';
import type { Command } from 'commander';
import { looksLikeKey } from '../src/api-key/key-format.ts';
import { acceptInvitation, findInvitation } from '../src/commands/invitations.ts';
import { entities, migrations } from '../src/database/schema.ts';
import { operatorDatabase, type Operator } from '../src/operate/operator.ts';
import { operatorProgram } from '../src/operate/program.ts';
import { hashPassword } from '../src/sign-in/passwords.ts';
import { SignIn } from '../src/sign-in/sign-in.ts';
import { workspaceOf } from './running-gateway.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ schema: 'gateway', entities, migrations, poolSize: 20 });
});

afterAll(() => database.drop());

/** Runs one command line and gives what it printed on stdout. */
async function run(args: readonly string[], confirm?: Operator['confirm'], actor?: string): Promise<string> {
  const lines: string[] = [];
  const program = operatorProgram({
    withDatabase: (work) => work(operatorDatabase(database.dataSource, actor)),
    print: (line) => void lines.push(line),
    confirm,
    consoleOrigin: () => 'http://localhost:8080',
  });
  beSilent(program);
  await program.parseAsync([...args], { from: 'user' });
  return lines.join('\n');
}

function beSilent(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  for (const inner of command.commands) beSilent(inner);
}

interface Created {
  readonly id: string;
  readonly key: string;
  readonly workspace: string;
}

const keyOf = async (workspace: string, name = 'CRM', scope = 'read-write') =>
  JSON.parse(
    await run(['keys', 'create', '--workspace', workspace, '--name', name, '--scope', scope, '--json']),
  ) as Created;
/** A key of a workspace that is made for it, or was. */
const create = async (workspace: string, ...args: [name?: string, scope?: string]) => {
  await workspaceOf(database.dataSource, workspace);
  return keyOf(workspace, ...args);
};
const listed = async (...args: string[]) =>
  JSON.parse(await run(['keys', 'list', ...args, '--json'])) as {
    id: string;
    name: string;
    scope: string;
    key: string;
  }[];

describe('keys', () => {
  it('create prints exactly id, key and workspace', async () => {
    const created = await create('first');
    expect(Object.keys(created)).toEqual(['id', 'key', 'workspace']);
    expect(created.id).toMatch(/^key_/);
    expect(created.workspace).toMatch(/^wsp_/);
    expect(looksLikeKey(created.key)).toBe(true);
  });

  it('create takes a workspace by its slug or id, never by the name that its owners gave it, and makes none', async () => {
    const { workspace } = await create('found');
    expect((await keyOf(workspace)).workspace).toBe(workspace);
    const imposter = await create('imposter');
    await run(['workspaces', 'set', 'imposter', '--name', 'found']);
    await run(['workspaces', 'set', 'found', '--name', 'imposter']);
    expect([(await keyOf('found')).workspace, (await keyOf('imposter')).workspace]).toEqual([
      workspace,
      imposter.workspace,
    ]);
    await run(['workspaces', 'set', 'imposter', '--name', 'next-customer']);
    const before = await run(['workspaces', 'list', '--json']);
    for (const none of ['next-customer', 'New one', ' found ', 'wsp_01m7z39x4jehxv95b6n9grmj75'])
      await expect(keyOf(none)).rejects.toThrow(/There is no workspace .*workspaces list/);
    expect(await run(['workspaces', 'list', '--json'])).toBe(before);
  });

  it('create says of which workspace the key is', async () => {
    const { workspace } = await create('told');
    await run(['workspaces', 'set', 'told', '--name', 'Told \u001b[2J Ltd']);
    const printed = await run(['keys', 'create', '--workspace', 'told', '--name', 'n', '--scope', 'read-only']);
    expect(printed).toContain(`(read-only) of workspace ${workspace} (told, "Told \\u001b[2J Ltd"):`);
  });

  it.each([
    ['no scope', ['--workspace', 'w', '--name', 'n']],
    ['an unknown scope', ['--workspace', 'w', '--name', 'n', '--scope', 'admin']],
    ['an empty name', ['--workspace', 'w', '--name', ' ', '--scope', 'read-only']],
    ['an empty workspace', ['--workspace', '', '--name', 'n', '--scope', 'read-only']],
  ])('create refuses %s', async (_name, args) => {
    await expect(run(['keys', 'create', ...args])).rejects.toThrow();
  });

  it('list shows what is valid, without the keys', async () => {
    const [one, deleted] = [await create('lists', 'kept', 'read-only'), await create('lists', 'deleted')];
    await run(['keys', 'delete', deleted.id, '--yes']);
    const keys = await listed('--workspace', 'lists');
    expect(keys).toEqual([expect.objectContaining({ id: one.id, name: 'kept', scope: 'read-only' })]);
    expect(keys[0]?.key).toBe(`${one.key.slice(0, 12)}…${one.key.slice(-4)}`);
    expect(await run(['keys', 'list'])).not.toContain(one.key);
  });

  it('delete asks, and deletes nothing unless the answer is yes', async () => {
    const { id } = await create('asks');
    const questions: string[] = [];
    const answering = (answer: boolean) => async (question: string) => {
      questions.push(question);
      return answer;
    };
    await run(['keys', 'delete', id], answering(false));
    expect(await listed('--workspace', 'asks')).toHaveLength(1);
    await run(['keys', 'delete', id], answering(true));
    expect(await listed('--workspace', 'asks')).toHaveLength(0);
    expect(questions).toEqual([expect.stringContaining(id), expect.stringContaining(id)]);
  });

  it('delete goes ahead where there is nobody to ask: a script has named the one key it means', async () => {
    const { id } = await create('nobody');
    await run(['keys', 'delete', id]);
    expect(await listed('--workspace', 'nobody')).toHaveLength(0);
    await expect(run(['keys', 'delete', 'key_unknown'])).rejects.toThrow('There is no key key_unknown.');
  });

  it('history tells who did what and when it was last used, of a deleted key too, and never the key', async () => {
    const { id, key, workspace } = await create('trail', 'CRM', 'read-only');
    expect(await run(['keys', 'history', id])).toMatch(/created +operator +CRM +read-only\nLast used: never$/);
    await database.dataSource.query(`UPDATE api_key_secrets SET last_used_at = '2026-11-20T09:00Z' WHERE key_id = $1`, [
      id,
    ]);
    const used = await run(['keys', 'history', id]);
    expect(used).toMatch(/Last used: 2026-11-20T09:00:00\.000Z$/);
    await run(['keys', 'delete', id], undefined, 'ann');
    const deleted = await run(['keys', 'history', id]);
    expect(deleted).toMatch(/ deleted +ann +– +–$/);
    const json = await run(['keys', 'history', id, '--json']);
    expect(JSON.parse(json)).toEqual({
      id,
      workspace,
      events: [
        { at: expect.any(String), what: 'created', by: 'operator', name: 'CRM', scope: 'read-only' },
        { at: expect.any(String), what: 'deleted', by: 'ann' },
      ],
    });
    for (const secret of [key, key.slice(-12), createHash('sha256').update(key).digest('hex')])
      expect(used + deleted + json).not.toContain(secret);
    await expect(run(['keys', 'history', 'key_unknown'])).rejects.toThrow('There is no key key_unknown.');
  });
});

describe('workspaces', () => {
  it('create and set', async () => {
    const made = JSON.parse(
      await run([
        'workspaces',
        'create',
        'acme',
        '--name',
        'Acme',
        '--timezone',
        'Europe/Lisbon',
        '--domain',
        'acme.example',
        '--json',
      ]),
    ) as Record<string, unknown>;
    expect(made).toMatchObject({ slug: 'acme', name: 'Acme', timezone: 'Europe/Lisbon', domains: ['acme.example'] });
    const set = async (...args: string[]) =>
      JSON.parse(await run(['workspaces', 'set', 'acme', ...args, '--json'])) as Record<string, unknown>;
    expect(await set('--domain', 'A.example', '--domain', 'b.example')).toMatchObject({
      id: made['id'],
      timezone: 'Europe/Lisbon',
      domains: ['a.example', 'b.example'],
    });
    expect(await set('--timezone', 'Asia/Tokyo')).toMatchObject({
      timezone: 'Asia/Tokyo',
      domains: ['a.example', 'b.example'],
    });
    expect(await set('--no-domain')).toMatchObject({ domains: [] });
    expect(await run(['workspaces', 'list'])).toMatch(/acme +Acme +Asia\/Tokyo/);
    expect(await set('--slug', 'acme-eu', '--name', 'Acme Ltd')).toMatchObject({ slug: 'acme-eu', name: 'Acme Ltd' });
    await expect(set('--name', 'Acme')).rejects.toThrow(/no workspace "acme"/);
  });

  it('of one slug is made once when twenty ask for it at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => run(['workspaces', 'create', 'at-once'])));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.each([
    ['a slug that is taken', ['create', 'taken'], /"taken" is that of workspace wsp_\w+ already/],
    ['the slug of another', ['set', 'other', '--slug', 'taken'], /already/],
    ['a slug that is none', ['create', 'Acme Ltd'], /slug must be/],
    ['a time zone that does not exist', ['set', 'taken', '--timezone', 'Mars/Olympus'], /timezone/],
    ['a domain that is none', ['set', 'taken', '--domain', 'nowhere'], /domain/],
    ['no change at all', ['set', 'taken'], /Nothing to change/],
    ['no slug', ['create'], /missing required argument 'slug'/],
    ['an unknown workspace', ['set', 'unknown', '--timezone', 'UTC'], /no workspace "unknown"/],
  ])('refuse %s', async (_name, args, message) => {
    await run(['workspaces', 'create', 'taken']).catch(() => undefined);
    await run(['workspaces', 'create', 'other']).catch(() => undefined);
    await expect(run(['workspaces', ...args])).rejects.toThrow(message);
  });
});

describe('members', () => {
  const invite = async (...args: string[]) =>
    JSON.parse((await run(['members', 'invite', '--workspace', 'people', ...args, '--json'])) || 'null') as {
      id: string;
      link: string;
    } | null;
  const listedMembers = async () =>
    JSON.parse(await run(['members', 'list', '--workspace', 'people', '--json'])) as { id: string; email: string }[];
  const join = async (email: string) => {
    const token = (await invite('--role', 'owner'))?.link.split('#')[1] ?? '';
    const passwordHash = await hashPassword('an old password');
    return acceptInvitation(operatorDatabase(database.dataSource), token, { name: 'Ana', email, passwordHash });
  };

  it('are invited by a link that is printed once', async () => {
    await run(['workspaces', 'create', 'people']);
    const made = await invite('--role', 'owner', '--first');
    expect(made?.link).toMatch(/^http:\/\/localhost:8080\/console\/invitation#[\w-]{43}$/);
    expect(await run(['members', 'invite', '--workspace', 'people', '--role', 'reader'])).toMatch(
      /^http:.*\nThe first person to open it becomes reader of workspace wsp_\w+ \(people, "people"\)\. Valid until 20/,
    );
    await expect(run(['members', 'invite', '--workspace', 'nowhere', '--role', 'owner'])).rejects.toThrow(/nowhere/);
    await join('first@people.test');
    expect(await invite('--role', 'owner', '--first')).toBeNull();
  });

  it('have one way in at first: a new link of --first ends the one before, and an owner ends it', async () => {
    await run(['workspaces', 'create', 'beginners']);
    const operator = operatorDatabase(database.dataSource);
    const find = (token: string) => findInvitation(database.dataSource.manager, token);
    const invited = async (...args: string[]) => {
      const printed = await run([
        'members',
        'invite',
        '--workspace',
        'beginners',
        '--role',
        'owner',
        '--json',
        ...args,
      ]);
      return (JSON.parse(printed) as { link: string }).link.split('#')[1] ?? '';
    };
    const accepted = (token: string, name: string) =>
      acceptInvitation(operator, token, { name, email: `${name}@beginners.test`, passwordHash: 'none' });
    const another = await invited();
    const [before, after] = [await invited('--first'), await invited('--first')];
    await expect(find(before)).rejects.toMatchObject({ code: 'not_found' });
    await expect(accepted(before, 'late')).rejects.toMatchObject({ code: 'not_found' });
    expect(await find(after)).toMatchObject({ role: 'owner' });
    await accepted(another, 'ana');
    await expect(find(after)).rejects.toMatchObject({ code: 'not_found' });
    await expect(accepted(after, 'bo')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are listed, and removed by address or id, but for the last owner', async () => {
    const memberId = await join('second@people.test');
    expect((await listedMembers()).map(({ email }) => email)).toEqual(['first@people.test', 'second@people.test']);
    expect(await run(['members', 'list'])).toMatch(/second@people\.test +owner/);
    expect(await run(['members', 'remove', memberId], async () => false)).toBe('Nobody was removed.');
    expect(await run(['members', 'remove', 'Second@people.test', '--yes'])).toBe('Removed Second@people.test.');
    expect(await listedMembers()).toHaveLength(1);
    await expect(run(['members', 'remove', 'first@people.test', '--yes'])).rejects.toThrow(/only owner/);
    await expect(run(['members', 'remove', memberId, '--yes'])).rejects.toThrow(/There is no member/);
  });

  it('get a new password, which ends their sessions', async () => {
    const signIn = new SignIn(database.dataSource);
    await signIn.signIn('first@people.test', 'an old password');
    const printed = await run(['members', 'reset-password', 'first@people.test']);
    const password = /: (\S{20})$/m.exec(printed)?.[1] ?? '';
    expect(await database.dataSource.query<object[]>('SELECT FROM member_sessions')).toEqual([]);
    await expect(signIn.signIn('first@people.test', 'an old password')).rejects.toThrow(/is wrong/);
    expect(await signIn.signIn('first@people.test', password)).toHaveLength(43);
  });
});
