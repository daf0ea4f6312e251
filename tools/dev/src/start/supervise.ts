import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createCertificateAuthority } from '@ci/testing';
import { loadOrCreateSecrets, System } from '@ci/testing/system';
import {
  createDemoKey,
  makeDemoWorkspace,
  curlLines,
  deleteKey,
  demoExists,
  recordSampleCall,
  setUpLink,
} from './demo.ts';
import type { StartOptions } from './options.ts';
import type { Output } from './output.ts';
import { startInfrastructure, type Infrastructure } from './infrastructure.ts';
import { paths } from './paths.ts';
import { removeRunFile, writeRunFile } from './run-file.ts';
import { summaryEngineVariables } from './summary-engine.ts';

/** Starts everything, shows that it works, calls `onReady`, and keeps it running until a signal stops it. */
export async function supervise(options: StartOptions, output: Output, onReady: () => void): Promise<void> {
  const stack: (() => Promise<void>)[] = [];
  const interruption = new AbortController();
  const starting = start(options, output, stack, interruption.signal);
  const stopped = stopOnSignal(async () => {
    output.say('\nStopping …');
    interruption.abort();
    // What is half started cannot be stopped; it ends after its present step.
    await starting.catch(() => undefined);
    await unwind(stack);
    output.say(`Stopped. The data stays in ${paths.data}.`);
  });
  try {
    await starting;
    onReady();
  } catch (error) {
    if (!interruption.signal.aborted) {
      await unwind(stack);
      throw error;
    }
  }
  await stopped;
}

/** Puts on the stack how to stop the infrastructure and the services, each as soon as it runs. */
async function start(
  options: StartOptions,
  output: Output,
  stack: (() => Promise<void>)[],
  interrupted: AbortSignal,
): Promise<void> {
  const startedAt = new Date().toISOString();
  await prepareCertificateAuthority();
  announce('starting', null, {}, startedAt);

  output.say('● Starting Postgres and Kafka (the first time, Kafka is fetched from Maven Central)');
  const infrastructure = await startInfrastructure(output.say);
  stack.push(() => infrastructure.stop());
  interrupted.throwIfAborted();

  // A service may end unexpectedly, and be started again, while the others are still starting.
  let running: System | undefined = undefined;
  const announceReady = (): void => {
    if (running !== undefined) announce('ready', running.baseUrl, running.pids, startedAt);
  };
  const system = await startSystem(infrastructure, options, output, announceReady);
  stack.push(() => system.stop());
  interrupted.throwIfAborted();
  running = system;

  await introduce(system, options, output);
  await introduceConsole(system, output);
  announceReady();
}

async function unwind(stack: (() => Promise<void>)[]): Promise<void> {
  for (const stop of stack.reverse()) await stop();
  removeRunFile();
}

function startSystem(
  infrastructure: Infrastructure,
  options: StartOptions,
  output: Output,
  onRestarted: () => void,
): Promise<System> {
  return System.start({
    ...infrastructure,
    root: paths.root,
    secrets: loadOrCreateSecrets(paths.secrets),
    environmentDir: paths.environments,
    webhookCaFile: paths.certificateAuthority.cert,
    webhookAllowedAddresses: '127.0.0.1/32',
    rateLimits: options.rateLimits,
    logLevel: options.logLevel,
    overrides: { summarization: summaryEngineVariables(process.env) },
    ports: 'preferred',
    onStep: (text) => output.say(`● ${text}`),
    onLine: output.log,
    onUnexpectedExit: (service, reason) => {
      output.say(`● ${service} ended unexpectedly (${reason}); starting it again`);
      return true;
    },
    onRestarted,
  });
}

/** On the first run: a workspace, a key and a sample call that shows the whole path. */
async function introduce(system: System, { sample }: StartOptions, output: Output): Promise<void> {
  await makeDemoWorkspace(system);
  const first = !demoExists();
  output.say(`● Ready: ${system.baseUrl}   (reference: ${system.baseUrl.replace(/v1$/, 'docs')})`);
  if (!first && !sample) {
    output.say('  A key for another client: npm run keys -- create --workspace demo --name NAME --scope read-write');
    return;
  }
  const key = await createDemoKey(system, first ? 'demo' : 'sample call');
  output.say('● Recording a sample call');
  const callId = await recordSampleCall(system, key.key, (text) => output.say(`  ✓ ${text}`));
  if (!first) return deleteKey(system, key.id);
  output.say(
    [
      '',
      `Base URL  ${system.baseUrl}`,
      `API key   ${key.key}   (shown once; workspace ${key.workspace})`,
      '',
      'Try:',
      ...curlLines(system.baseUrl, key.key, callId).map((line) => `  ${line}`),
      '',
    ].join('\n'),
  );
}

/** The console, and who may be its first owner. A workspace that a user renamed or removed needs no introduction. */
async function introduceConsole(system: System, { say }: Output): Promise<void> {
  const link = await setUpLink(system).catch(() => undefined);
  say(
    link === undefined
      ? `● Console: http://localhost:${system.ports.gateway}/console/`
      : `● Set up the console: ${link}\n  (valid once, for 7 days; another one: npm run members -- invite --workspace demo --role owner)`,
  );
}

/** The local certificate authority, made once: the webhooks service trusts it, so that local receivers can be `https`. */
async function prepareCertificateAuthority(): Promise<void> {
  const { cert, key } = paths.certificateAuthority;
  if (existsSync(cert) && existsSync(key) && readFileSync(cert, 'utf8').includes('CERTIFICATE')) return;
  mkdirSync(dirname(cert), { recursive: true });
  const authority = await createCertificateAuthority({ commonName: 'Call Intelligence Service, local' });
  writeFileSync(key, authority.keyPem, { mode: 0o600 });
  chmodSync(key, 0o600);
  writeFileSync(cert, authority.certPem);
}

function announce(
  status: 'starting' | 'ready',
  baseUrl: string | null,
  pids: Readonly<Record<string, number>>,
  startedAt: string,
): void {
  writeRunFile({ status, supervisor: process.pid, baseUrl, pids, ca: paths.certificateAuthority, startedAt });
}

/**
 * Resolves when a signal came and `stop` is through. A second Ctrl-C ends at once; a second SIGTERM does not, for one that was sent to the whole
 * group arrives once more from the launcher, and the services would be left running.
 */
function stopOnSignal(stop: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopping = false;
    const onSignal = (): void => {
      if (stopping) return;
      stopping = true;
      stop().then(resolve, reject);
    };
    process.on('SIGINT', () => {
      if (stopping) process.exit(130);
      onSignal();
    });
    process.on('SIGTERM', onSignal);
  });
}
