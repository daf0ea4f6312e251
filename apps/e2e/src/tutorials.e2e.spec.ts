import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { answerOf, type WebhookEvent } from '@ci/client';
import type { CallDetail, CreatedWebhookEndpoint } from '@ci/contracts';
import { freePort, until } from '@ci/testing';
// The pages show these very files, so they belong to no project.
// oxlint-disable-next-line @nx/enforce-module-boundaries
import {
  applyEvent,
  backfill,
  erase,
  reconcile,
  removeDeleted,
  type Crm,
} from '../../../docs/samples/crm-sync/sync.ts';
import { ordinarySystem } from './ordinary-system.ts';
import type { RunningSystem } from './running-system.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const docs = (path: string) => join(root, 'docs', path);
const run = promisify(execFile);

let running: RunningSystem;
beforeAll(async () => {
  running = await ordinarySystem();
}, 180_000);
afterAll(() => running.stop(), 120_000);

describe('the quickstart', () => {
  it('answers what its page shows', async () => {
    const { baseUrl, key } = await running.client('quickstart');
    const script = await readFile(docs('samples/quickstart.sh'), 'utf8');
    // `npm start` makes the key that the first step asks for; here it is given.
    const steps = script.replace(/# #region key[^]*# #endregion key/, '');
    expect(steps).not.toContain('npm run');
    const env = { ...process.env, BASE_URL: baseUrl, API_KEY: key };
    const { stdout } = await run('bash', ['-c', steps.replaceAll('# #endregion', 'echo #')], {
      env,
    });
    const [callId = '', ...answers] = stdout.split('\n').filter((line) => line !== '');
    expect(callId).toMatch(/^call_/);
    const [summary, items, contacts] = answers.map((answer) => JSON.parse(answer) as Record<string, unknown>);
    const [shownSummary, shownItems] = await shownAnswers(docs('build/quickstart.md'));
    // Weighed by a model: another processor may round otherwise.
    const weighed = { overview: expect.any(String) as string, coaching_score: expect.any(Number) as number };
    expect(summary).toMatchObject({ ...shownSummary, ...weighed, call_id: callId });
    const shown = (shownItems as { data: Record<string, unknown>[] }).data.map(
      ({ id: _id, created_at: _createdAt, ...item }) => ({ ...item, call_id: callId }),
    );
    expect(items).toMatchObject({ ...shownItems, data: shown });
    expect(contacts).toMatchObject({ data: [{ email: 'marcus.webb@acme-logistics.example' }] });
  });
});

describe('webhooks on a laptop', () => {
  it('arrive at the documented receiver over TLS, by the commands of the page', async () => {
    const { baseUrl, key } = await running.client('laptop');
    const page = await readFile(docs('build/webhooks-on-a-laptop.md'), 'utf8');
    const [certificate = '', register = '', , send = ''] = blocksOf(page, 'sh');
    // Below the repository, so that the receiver finds the library where npm has put it.
    await mkdir(join(root, '.data'), { recursive: true });
    const folder = await mkdtemp(join(root, '.data', 'laptop-'));
    try {
      await mkdir(join(folder, '.data', 'ca'), { recursive: true });
      await writeFile(join(folder, '.data/ca/ca.pem'), running.authority.certPem);
      await writeFile(join(folder, '.data/ca/ca-key.pem'), running.authority.keyPem);
      const port = String(await freePort());
      const env = { ...process.env, BASE_URL: baseUrl, API_KEY: key };
      const registered = `${certificate}\n${register.replace('8443', port)}\necho "$WEBHOOK_ID $WEBHOOK_SECRET"`;
      const { stdout } = await run('bash', ['-euc', registered], { cwd: folder, env });
      const [id = '', secret = ''] = stdout.trim().split(' ');

      const [https = ''] = blocksOf(page, 'ts');
      const lines = https.trim().split('\n');
      const receiver = (await readFile(docs('samples/webhooks/receiver.ts'), 'utf8'))
        .replace("import { createServer } from 'node:http';", lines.slice(0, 2).join('\n'))
        .replace('const server = createServer(async (request, response) => {', lines.at(-1) ?? '');
      expect(receiver).toContain('localhost.pem');
      await writeFile(join(folder, 'receiver.ts'), receiver);
      const child = spawn(process.execPath, ['receiver.ts'], {
        cwd: folder,
        env: { ...process.env, PORT: port, WEBHOOK_SECRET: secret },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        await until(() => listens(Number(port)), { describe: 'the receiver listens' });
        await run('bash', ['-euc', send], { cwd: folder, env: { ...env, WEBHOOK_ID: id } });
        const [line] = (await once(createInterface(child.stdout), 'line', {
          signal: AbortSignal.timeout(30_000),
        })) as [string];
        expect(line).toMatch(/^webhook\.test evt_/);
      } finally {
        child.kill();
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 90_000);
});

describe('the sync of a CRM', () => {
  it('backfills, applies webhooks, reconciles what an outage left out, and erases', async () => {
    const client = await running.client('crm-sync');
    const receiver = await running.receiver();
    await client.post<CreatedWebhookEndpoint>('/webhooks', {
      url: receiver.url,
      events: ['call.ended', 'summary.ready'],
    });
    const crm = new MemoryCrm();
    const apply = () =>
      Promise.all(receiver.requests.map(({ body }) => applyEvent(JSON.parse(body) as WebhookEvent, crm)));

    expect(await backfill(client.api, oldCalls(['crm-1', 'crm-2']), () => Promise.resolve())).toBe(2);
    await until(async () => (await apply(), crm.summaries.size === 2), { describe: 'two summaries in the CRM' });
    expect(await backfill(client.api, oldCalls(['crm-1', 'crm-2']), () => Promise.resolve())).toBe(2);
    expect(await crm.callIds()).toHaveLength(2);

    const outage = new Date().toISOString();
    receiver.answer({ status: 503 });
    await backfill(client.api, oldCalls(['crm-3']), () => Promise.resolve());
    const { data: calls } = await client.get<{ data: CallDetail[] }>('/calls');
    const third = calls.find(({ external_id: id }) => id === 'crm-3')?.id ?? '';
    // The summary is there before the call says so.
    const isReady = async () => (await client.get<CallDetail>(`/calls/${third}`)).analysis_status === 'ready';
    await until(isReady, { describe: 'the third call ready' });
    expect(await reconcile(client.api, crm, outage)).toBe(1);
    expect([crm.calls.has(third), crm.summaries.has(third)]).toEqual([true, true]);

    await erase(client.api, crm, third);
    expect(crm.calls.has(third)).toBe(false);
    expect(await client.refusal('GET', `/calls/${third}`)).toEqual({ status: 404, code: 'not_found' });
    await erase(client.api, crm, third);

    const [elsewhere = ''] = await crm.callIds();
    await answerOf(client.api.DELETE('/calls/{id}', { params: { path: { id: elsewhere } } }));
    await removeDeleted(client.api, crm);
    expect(await crm.callIds()).toHaveLength(1);
  });
});

class MemoryCrm implements Crm {
  readonly calls = new Map<string, unknown>();
  readonly summaries = new Map<string, number>();
  saveCall(call: { readonly id: string }): Promise<void> {
    this.calls.set(call.id, call);
    return Promise.resolve();
  }
  saveSummary(id: string, { revision }: { readonly revision: number }): Promise<void> {
    this.summaries.set(id, Math.max(revision, this.summaries.get(id) ?? 0));
    return Promise.resolve();
  }
  removeCall(id: string): Promise<void> {
    this.calls.delete(id);
    this.summaries.delete(id);
    return Promise.resolve();
  }
  callIds(): Promise<readonly string[]> {
    return Promise.resolve([...this.calls.keys()]);
  }
}

async function* oldCalls(ids: readonly string[]) {
  for (const external_id of ids) {
    yield await Promise.resolve({
      source: 'crm',
      external_id,
      rep_id: 'user_dana',
      started_at: '2026-11-20T15:00:00Z',
      prospect: { email: `${external_id}@acme-logistics.example` },
      transcript: [
        { speaker: 'rep' as const, start_ms: 0, end_ms: 4_000, text: 'I will send you the quote by Friday.' },
      ],
    });
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, block = '']) => block);
}

/** The JSON blocks of a page, without the line that stands for the rest. */
async function shownAnswers(page: string): Promise<Record<string, unknown>[]> {
  return blocksOf(await readFile(page, 'utf8'), 'json').map((block) => {
    const { '…': _rest, ...answer } = JSON.parse(block) as Record<string, unknown>;
    return answer;
  });
}
