import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Call } from '@ci/contracts';
import { holdsWithin, until } from '@ci/testing';

interface RunFile {
  readonly status: string;
  readonly supervisor: number;
  readonly baseUrl: string;
  readonly pids: Readonly<Record<string, number>>;
  readonly ca: { readonly cert: string; readonly key: string };
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
let folder: string;
let firstStart: string;
let printedKey: string;
let setUpToken: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'call-intelligence-start-'));
  firstStart = await dev('start', '--detach');
  printedKey = /ci_live_[0-9A-Za-z]{36}/.exec(firstStart)?.[0] ?? '';
  setUpToken =
    /Set up the console: http:\/\/localhost:\d+\/console\/invitation#([\w-]{43})/.exec(firstStart)?.[1] ?? '';
}, 240_000);

afterAll(async () => {
  await dev('stop');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}, 90_000);

describe('npm start -- --detach', () => {
  it('shows a sample call on its way: recorded, summarised, contact, webhook with a verified signature', () => {
    for (const words of [
      'call recorded: call_',
      'summary ready: coaching score',
      'action items: ',
      'contact: Marcus Webb',
      'webhook delivered: call.ended',
      'webhook delivered: summary.ready',
      'signature verified',
      'Base URL  http://',
      'shown once',
    ]) {
      expect(firstStart).toContain(words);
    }
    expect(firstStart.match(/curl http/g)).toHaveLength(3);
  });

  it('writes down what runs, and where the local certificate authority is', async () => {
    const run = await runFile();
    expect(run.status).toBe('ready');
    expect(run.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(Object.keys(run.pids).toSorted()).toEqual(['contacts', 'gateway', 'ingestion', 'summarization', 'webhooks']);
    for (const pid of Object.values(run.pids)) expect(isAlive(pid)).toBe(true);
    expect(await readFile(run.ca.cert, 'utf8')).toContain('BEGIN CERTIFICATE');
    expect(await readFile(run.ca.key, 'utf8')).toContain('PRIVATE KEY');
    expect((await stat(run.ca.key)).mode & 0o077).toBe(0);
  });

  it('prints the key once, and keeps it out of the logs', async () => {
    expect(printedKey).not.toBe('');
    expect(await readFile(join(folder, 'logs', 'system.log'), 'utf8')).not.toContain(printedKey);
  });

  it('says so when it runs already', async () => {
    expect(await dev('start', '--detach')).toContain('It runs already');
  });

  it('brings a killed service back', async () => {
    const { pids } = await runFile();
    process.kill(pids['contacts'] ?? 0, 'SIGKILL');
    await until(async () => (await runFile()).pids['contacts'] !== pids['contacts']);
    await until(async () => (await request('/contacts', printedKey)).status === 200);
  }, 180_000);
});

describe('the set-up link', () => {
  it('makes the first owner, once, and stays out of the logs', async () => {
    expect(await readFile(join(folder, 'logs', 'system.log'), 'utf8')).not.toContain(setUpToken);
    const ana = { token: setUpToken, name: 'Ana', email: 'ana@example.test', password: 'a long enough password' };
    const accepted = await accept(ana);
    expect(await accepted.json()).toMatchObject({
      session: { member: { name: 'Ana', role: 'owner' }, workspace: { name: 'demo' } },
    });
    const cookie = /^__Host-session=[^;]+/.exec(accepted.headers.get('set-cookie') ?? '')?.[0] ?? '';
    const calls = await fetch(await consoleApi('v1/calls'), { headers: { cookie } });
    expect(((await calls.json()) as { data: Call[] }).data).toHaveLength(1);
    expect((await accept({ ...ana, email: 'bo@example.test' })).status).toBe(404);
    expect(await dev('operate', 'members', 'list', '--json')).toContain('ana@example.test');
  }, 180_000);

  const accept = async (body: object) =>
    fetch(await consoleApi('invitations/accept'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const consoleApi = async (path: string) => (await runFile()).baseUrl.replace(/v1$/, `console/api/${path}`);
});

describe('npm run keys and npm run workspaces, beside the running system', () => {
  it('make a key that is valid at once, list it without its secret, and delete it', async () => {
    await dev('operate', 'workspaces', 'create', 'new-one', '--name', 'New one');
    const created = JSON.parse(
      await dev(
        'operate',
        'keys',
        'create',
        '--workspace',
        'new-one',
        '--name',
        'CRM',
        '--scope',
        'read-only',
        '--json',
      ),
    ) as { id: string; key: string; workspace: string };
    expect(Object.keys(created).toSorted()).toEqual(['id', 'key', 'workspace']);
    expect((await request('/calls', created.key)).status).toBe(200);

    const listed = await dev('operate', 'keys', 'list', '--json');
    expect(listed).toContain(created.id);
    expect(listed).not.toContain(created.key);

    await dev('operate', 'keys', 'delete', created.id, '--yes');
    await holdsWithin(1_000, async () => (await request('/calls', created.key)).status === 401);
  }, 180_000);

  it('change a workspace, and refuse a time zone that does not exist', async () => {
    await dev('operate', 'workspaces', 'set', 'demo', '--timezone', 'Europe/Lisbon', '--domain', 'example.com');
    expect(await dev('operate', 'workspaces', 'list', '--json')).toContain('Europe/Lisbon');
    await expect(dev('operate', 'workspaces', 'set', 'demo', '--timezone', 'Mars/Olympus')).rejects.toThrow(/timezone/);
  }, 180_000);
});

describe('npm stop and a second start', () => {
  it('end everything, signaled twice as well, and keep the data', async () => {
    const before = await runFile();
    await Promise.all([dev('stop'), dev('stop')]);
    for (const pid of [before.supervisor, ...Object.values(before.pids)]) expect(isAlive(pid)).toBe(false);

    const secondStart = await dev('start', '--detach', '--rate-limits', 'off');
    expect(secondStart).not.toContain('ci_live_');
    expect(secondStart).not.toContain('/invitation#');
    const answer = await request('/calls', printedKey);
    expect(((await answer.json()) as { data: Call[] }).data.map(({ title }) => title)).toEqual([
      'Acme Logistics: proposal',
    ]);
    expect(answer.headers.get('ratelimit')).toBeNull();
  }, 180_000);
});

/** Runs a built script of tools/dev on a separate data folder, with the embedded infrastructure. */
function dev(script: 'start' | 'stop' | 'operate', ...args: string[]): Promise<string> {
  const { DATABASE_URL: _database, KAFKA_BROKERS: _kafka, NODE_OPTIONS: _options, ...env } = process.env;
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(root, 'tools/dev/dist', `${script}.js`), ...args],
      { cwd: root, env: { ...env, DATA_DIR: folder }, maxBuffer: 10_000_000 },
      (error, stdout, stderr) => (error ? reject(new Error(`${stdout}\n${stderr}`)) : resolve(stdout)),
    );
  });
}

async function request(path: string, key: string): Promise<Response> {
  return fetch(`${(await runFile()).baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
}

async function runFile(): Promise<RunFile> {
  return JSON.parse(await readFile(join(folder, 'run.json'), 'utf8')) as RunFile;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
