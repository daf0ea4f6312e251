import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compose, composeProgram, containerOf, program, type ComposeProject } from './compose.ts';
import { services } from './services.ts';

export interface TryOptions {
  readonly workspace: string;
  readonly repository: string;
  readonly tag: string;
  readonly log: (line: string) => void;
}

/**
 * Starts docker/compose.yaml with new secrets, sends a call through it, stops it, and removes it with all its data. Throws at the first thing that is not
 * as promised.
 */
export async function trySystem({ workspace, repository, tag, log }: TryOptions): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'call-intelligence-try-'));
  const envFile = path.join(folder, 'env');
  const port = await freePort();
  const project: ComposeProject = {
    workspace,
    program: await composeProgram(workspace, log),
    envFile,
    name: `call-intelligence-try-${randomBytes(4).toString('hex')}`,
    variables: { REPOSITORY: repository, TAG: tag, GATEWAY_PORT: String(port) },
  };
  try {
    await program(path.join(workspace, 'docker', 'make-env'), [envFile], {});
    const before = performance.now();
    await compose(project, ['up', '--detach', '--wait', '--wait-timeout', '600']);
    log(`all services are healthy after ${Math.round((performance.now() - before) / 1000)} s`);
    await assertConfined(project);
    log('each runs as user 1000, on a read-only root file system, without capabilities');
    await sendCall(project, `http://127.0.0.1:${port}`, log);
    await assertMeasured(project);
    log('each shows its metrics on the inner network');
    await assertEndsInOrder(project);
    log('each stopped when asked to');
  } catch (error) {
    const logs = await compose(project, ['logs', '--no-color', '--tail', '20']).catch(() => '');
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${logs}`, { cause: error });
  } finally {
    await compose(project, ['down', '--volumes', '--timeout', '20']).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

async function assertConfined(project: ComposeProject): Promise<void> {
  for (const service of services) {
    const { Config, HostConfig, State } = await containerOf(project, service);
    const is = {
      user: Config.User,
      readOnly: HostConfig.ReadonlyRootfs,
      without: HostConfig.CapDrop,
      health: State.Health?.Status,
    };
    assertEqual(is, { user: '1000:1000', readOnly: true, without: ['ALL'], health: 'healthy' }, service);
  }
}

/** As a Prometheus beside them would read them. */
async function assertMeasured(project: ComposeProject): Promise<void> {
  for (const service of services) {
    const read = `fetch('http://${service}:9464/metrics').then((answer) => answer.text()).then((text) => console.log(text))`;
    const text = await compose(project, ['exec', '-T', 'gateway', 'node', '-e', read]);
    assertEqual(
      { shown: text.includes(`ci_events_horizon_lag_seconds{service="${service}"}`) },
      { shown: true },
      service,
    );
  }
}

async function assertEndsInOrder(project: ComposeProject): Promise<void> {
  await compose(project, ['stop', ...services]);
  for (const service of services) {
    const { ExitCode, Running } = (await containerOf(project, service)).State;
    assertEqual({ ExitCode, Running }, { ExitCode: 0, Running: false }, service);
  }
}

/** The whole path: recorded, analysed, a contact made; and the console is there. */
async function sendCall(project: ComposeProject, origin: string, log: (line: string) => void): Promise<void> {
  const words = ['keys', 'create', '--workspace', 'demo', '--name', 'try', '--scope', 'read-write', '--json'];
  const cli = ['exec', '-T', 'gateway', 'node', 'dist/cli.js'];
  await compose(project, [...cli, 'workspaces', 'create', 'demo']);
  const printed = await compose(project, [...cli, ...words]);
  const { key } = JSON.parse(printed) as { key: string };
  const ask = async (what: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=30' };
    const response = await fetch(`${origin}${what}`, { ...init, headers, signal: AbortSignal.timeout(60_000) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${what} answered ${response.status}: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const call = await ask('/v1/calls', { method: 'POST', body: JSON.stringify(sampleCall()) });
  const summary = await ask(`/v1/calls/${String(call['id'])}/summary`);
  log(`a call went through: ${JSON.stringify(summary['decisions'])}`);
  const deadline = Date.now() + 60_000;
  let found: unknown[] = [];
  while (found.length === 0) {
    if (Date.now() > deadline) throw new Error('there is no contact after a minute');
    found = (await ask('/v1/contacts?email=marcus.webb%40acme-logistics.example'))['data'] as unknown[];
  }
  const page = await fetch(`${origin}/console/`);
  if (!page.ok || !(await page.text()).includes('/console/assets/')) throw new Error('the console is not there');
  const documentation = await fetch(`${origin}/docs/`);
  if (!documentation.ok || !(await documentation.text()).includes('/docs/assets/'))
    throw new Error('the documentation is not there');
  log('its contact is there, and so are the console and the documentation');
}

function sampleCall(): object {
  const said = (speaker: string, start_ms: number, text: string) => ({
    speaker,
    start_ms,
    end_ms: start_ms + 5_000,
    text,
  });
  return {
    rep_id: 'user_dana',
    started_at: '2026-11-20T10:00:00-05:00',
    prospect: { email: 'marcus.webb@acme-logistics.example', name: 'Marcus Webb', company: 'Acme Logistics' },
    transcript: [
      said('prospect', 0, 'The reporting is great, but the price is higher than we budgeted for.'),
      said('rep', 6_000, 'I understand. You can start on the basic plan and move up later.'),
      said('prospect', 12_000, 'That works. Let us start with the basic plan.'),
      said('rep', 18_000, 'Great. I will send you the contract by next Friday.'),
    ],
  };
}

function assertEqual(actual: object, expected: object, service: string): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${service} is ${is}, and should be ${should}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
