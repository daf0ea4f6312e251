import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@ci/testing';
import type { ServiceName } from '@ci/testing/system';
import { collectFacts } from '../src/collect/collect-facts.ts';
import { waitForQuiet } from '../src/collect/quiet.ts';
import { startCopy, type RunningCopy } from '../src/copy/running-copy.ts';
import type { InstanceName } from '../src/instances.ts';
import type { Discrepancy } from '../src/ledger/discrepancy.ts';
import type { WrongAnswer } from '../src/ledger/facts.ts';
import { compare } from '../src/ledger/ledger.ts';
import { workspaceClient } from '../src/run/workspace-clients.ts';
import { Receivers } from '../src/workload/receivers.ts';
import { Workload } from '../src/workload/workload.ts';

jest.setTimeout(300_000);

/** The faults that the ledger is there for, each put into the real system by a module that is loaded before the service. */
const plants = [
  { plant: 'offset-before-database', service: 'contacts', finds: 'a message never arrived at contacts' },
  { plant: 'inbox-outside-transaction', service: 'contacts', finds: 'a call does not count' },
  { plant: 'deletion-before-acknowledgement', service: 'ingestion', finds: 'a message was never sent' },
] as const satisfies readonly { plant: string; service: ServiceName; finds: string }[];

let folder: string;
let copy: RunningCopy;
let receivers: Receivers;
let died: InstanceName[];
const lines: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'call-intelligence-planted-'));
  copy = await startCopy({
    folder,
    instances: 1,
    onStep: () => undefined,
    onServerLine: () => undefined,
    onLine: (instance, line) => void lines.push(`${instance} ${line}`),
    onUnexpectedExit: (instance) => void died.push(instance),
  });
  receivers = new Receivers(1);
  await receivers.start(copy.authority);
});

afterAll(async () => {
  await receivers.close();
  await copy.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}, 120_000);

describe.each(plants)('a service that is killed between its two writes: $plant', ({ plant, service, finds }) => {
  it('loses and doubles nothing as it is', async () => {
    expect(await verdictOn(plant, service, 'no')).toEqual([]);
  });

  it('is found out by the ledger when the writes are in the wrong order', async () => {
    const found = await verdictOn(plant, service, 'yes');
    expect(found.map(({ verdict, what }) => `${verdict}: ${what}`)).toContain(`lost: ${finds}`);
  });
});

/** Twenty calls of a separate workspace, with one death between the two writes. */
async function verdictOn(plant: string, service: ServiceName, planted: 'yes' | 'no'): Promise<readonly Discrepancy[]> {
  const { system } = copy;
  const wrongAnswers: WrongAnswer[] = [];
  const givingUp = new AbortController();
  const client = await workspaceClient(copy, `${plant}-${planted}`, {
    givingUp: givingUp.signal,
    onWrongAnswer: (answer) => void wrongAnswers.push(answer),
  });
  await receivers.register(client, ['good']);
  const options = { seed: 1, prospects: 3, callsPerSecond: 1, atOnce: 20, changes: false };
  const workload = new Workload({ clients: [client], ...options });

  died = [];
  const module = new URL(`./plants/${plant}.mjs`, import.meta.url).href;
  await system.stopService(service);
  system.startService(service, { NODE_OPTIONS: `--import=${module}`, PLANTED: planted });
  await system.ready([service]);
  workload.beginMany(20);
  await until(() => died.includes(`${service}-1`), {
    timeoutMs: 60_000,
    describe: () => `${service} dies; its last lines: ${lines.slice(-5).join('\n')}`,
  });
  system.startService(service);
  await system.ready([service]);
  await workload.finished(givingUp, 60_000);

  const where = { databaseUrl: copy.databaseUrl(), brokers: copy.brokers() };
  const workspaces = [client.workspaceId];
  await waitForQuiet({ ...where, workspaces, stuckAfterMs: 60_000, say: (text) => void lines.push(text) });
  const collected = await collectFacts({ ...where, readers: [client.reader], planned: workload.played });
  const ofWorkspace = new Set(
    receivers.endpoints.filter((one) => workspaces.includes(one.workspaceId)).map(({ id }) => id),
  );
  return compare(
    {
      ...collected,
      // Other workspaces' messages are in the inboxes too.
      arrivals: collected.arrivals.filter((arrival) => collected.messages.some(({ id }) => id === arrival.messageId)),
      planned: workload.played,
      wrongAnswers,
      endpoints: receivers.endpoints.filter(({ id }) => ofWorkspace.has(id)),
      receipts: receivers.receipts.filter(({ endpointId }) => ofWorkspace.has(endpointId)),
      faults: [],
      readiness: [],
      endedAtMs: 0,
    },
    { readyWithinMs: 60_000 },
  );
}
