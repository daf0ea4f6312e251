import { setTimeout as delay } from 'node:timers/promises';
import { collectFacts } from '../collect/collect-facts.ts';
import { waitForQuiet } from '../collect/quiet.ts';
import { startCopy, type RunningCopy } from '../copy/running-copy.ts';
import { FaultInjector } from '../faults/fault-injector.ts';
import { ReadinessWatch } from '../faults/readiness-watch.ts';
import type { Facts, WrongAnswer } from '../ledger/facts.ts';
import { faultSchedule } from '../schedule/fault-schedule.ts';
import { Receivers } from '../workload/receivers.ts';
import { Workload } from '../workload/workload.ts';
import type { ChaosOptions } from './options.ts';
import type { RunFolder } from './run-folder.ts';
import { workspaceClient } from './workspace-clients.ts';

export interface ChaosRun {
  readonly options: ChaosOptions;
  readonly folder: RunFolder;
  readonly interrupted: AbortSignal;
  readonly say: (text: string) => void;
}

const workspaces = ['north', 'south', 'west'];
// With less, calls that wait for the end of a fault keep new ones out, and the run bounds its own load.
const SECONDS_UNDER_WAY = 25;
const PROGRESS_EVERY_MS = 5_000;

/** One run from start to end: the facts that the ledger compares. Whatever happens, nothing of the copy stays. */
export async function runChaos(run: ChaosRun): Promise<Facts> {
  let injector: FaultInjector | undefined = undefined as FaultInjector | undefined;
  const receivers = new Receivers(run.options.seed);
  const copy = await startCopy({
    folder: run.folder.path,
    instances: 2,
    onStep: run.say,
    onServerLine: (name, line) => run.folder.log(name, line),
    onLine: (instance, line) => run.folder.log(instance, line),
    onUnexpectedExit: (instance, reason) => {
      run.say(`${instance} ended unexpectedly (${reason})`);
      void delay(500).then(() => injector?.revive(instance));
    },
  });
  try {
    run.interrupted.throwIfAborted();
    await receivers.start(copy.authority);
    const startedAt = performance.now();
    const clock = (): number => Math.round(performance.now() - startedAt);
    const say = (text: string): void => run.say(`${seconds(clock())}  ${text}`);
    injector = new FaultInjector({ copy, clock, say, interrupted: run.interrupted });
    return await drive(run, { copy, receivers, injector, clock });
  } finally {
    await injector?.settled();
    await receivers.close();
    await copy.stop();
  }
}

interface Stage {
  readonly copy: RunningCopy;
  readonly receivers: Receivers;
  readonly injector: FaultInjector;
  readonly clock: () => number;
}

async function drive(run: ChaosRun, { copy, receivers, injector, clock }: Stage): Promise<Facts> {
  const { options, interrupted } = run;
  const givingUp = new AbortController();
  const wrongAnswers: WrongAnswer[] = [];
  const hear = { givingUp: givingUp.signal, onWrongAnswer: (answer: WrongAnswer) => void wrongAnswers.push(answer) };
  const clients = await Promise.all(workspaces.map((name) => workspaceClient(copy, name, hear)));
  for (const client of clients) await receivers.register(client);
  const { seed, rate } = options;
  const workload = new Workload({
    clients,
    seed,
    prospects: 12,
    callsPerSecond: rate,
    atOnce: SECONDS_UNDER_WAY * rate,
    changes: true,
  });
  const watch = new ReadinessWatch(copy.instances, clock);
  const progress = setInterval(() => run.say(progressLine(clock(), workload, watch, receivers)), PROGRESS_EVERY_MS);
  try {
    const durationMs = options.minutes * 60_000;
    // Times of the schedule count from here.
    const offsetMs = clock();
    const schedule = faultSchedule({ seed, durationMs }).map((fault) => ({ ...fault, atMs: fault.atMs + offsetMs }));
    await run.folder.write('schedule.json', schedule);
    const load = AbortSignal.any([AbortSignal.timeout(durationMs), interrupted]);
    await Promise.all([workload.begin(load), injector.run(schedule)]);
    run.say(`${seconds(clock())}  the faults are over`);
    await comeToRest(run, { copy, receivers, workload, givingUp, watch });
  } finally {
    clearInterval(progress);
    givingUp.abort();
    await watch.stop();
  }
  interrupted.throwIfAborted();
  const readers = clients.map((client) => client.reader);
  const where = { databaseUrl: copy.databaseUrl(), brokers: copy.brokers(), readers, planned: workload.played };
  return {
    ...(await collectFacts(where)),
    planned: workload.played,
    wrongAnswers,
    endpoints: receivers.endpoints,
    receipts: receivers.receipts,
    faults: injector.ended,
    readiness: watch.changes,
    endedAtMs: clock(),
  };
}

interface Resting {
  readonly copy: RunningCopy;
  readonly receivers: Receivers;
  readonly workload: Workload;
  readonly givingUp: AbortController;
  readonly watch: ReadinessWatch;
}

/** The clients get their answers, the instances become ready, and what is under way ends. */
async function comeToRest(run: ChaosRun, { copy, receivers, workload, givingUp, watch }: Resting): Promise<void> {
  const { readyWithin, stuckAfter } = run.options;
  receivers.recover();
  await Promise.race([workload.finished(givingUp, stuckAfter * 1_000), aborted(run.interrupted)]);
  const deadline = performance.now() + readyWithin * 1_000;
  while (watch.unready.length > 0 && performance.now() < deadline && !run.interrupted.aborted) await delay(250);
  run.interrupted.throwIfAborted();
  await waitForQuiet({
    databaseUrl: copy.databaseUrl(),
    brokers: copy.brokers(),
    workspaces: workload.workspaceIds,
    stuckAfterMs: stuckAfter * 1_000,
    say: run.say,
  });
  await receivers.quiet(1_000);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(signal.reason as Error);
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail);
  });
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(6)} s`;

function progressLine(atMs: number, workload: Workload, { unready }: ReadinessWatch, { receipts }: Receivers): string {
  const state = unready.length === 0 ? 'all ready' : `not ready: ${unready.join(', ')}`;
  const { begun, played, underWay } = workload;
  return `${seconds(atMs)}  ${begun} calls begun, ${played.length} done, ${underWay} under way, ${receipts.length} webhooks; ${state}`;
}
