import { httpsReceiver, until } from '@ci/testing';
import { databaseOf, type OtherInstance, type ServiceName, type System } from '@ci/testing/system';
import type pg from 'pg';
import { callBody } from '../pipeline/call-body.ts';
import type { Benchmark, BenchContext } from '../run/benchmark.ts';
import { onlooker } from '../run/database.ts';
import { startOwnSystem } from '../run/own-system.ts';
import { createWebhook, recordCall } from '../run/calls.ts';
import { measurementsOf, startClock, type Worked } from './measurements.ts';

/** A service that works off what Kafka has for it. */
export interface Consumer {
  readonly service: Exclude<ServiceName, 'gateway' | 'ingestion'>;
  /** How many calls are recorded while it is away. */
  readonly calls: number;
  /** A query for the number of those that it is done with. */
  readonly done: string;
}

const consumers = ['summarization', 'contacts', 'webhooks'] as const;
const AT_ONCE = 16;

interface Stage {
  readonly context: BenchContext;
  readonly system: System;
  readonly client: pg.Client;
  readonly key: string;
}

/** How fast one instance, and two, work off the calls that were recorded while there was none. The other consumers are stopped. */
export function backlogBenchmark(consumer: Consumer): Benchmark {
  const { service, calls } = consumer;
  const id = `scale.${service}`;
  return {
    id,
    title: `${service}: ${calls} calls that have waited, by one instance and by two`,
    async run(context) {
      const database = `bench_scale_${service}`;
      const { system, receiverCertificate } = await startOwnSystem(context, database);
      const receiver = await httpsReceiver({ ...receiverCertificate, keep: false });
      const client = await onlooker(databaseOf(context.infrastructure.databaseUrl, database));
      const rounds: Record<'one' | 'two', Worked[]> = { one: [], two: [] };
      try {
        const { key } = await system.createKey('bench');
        await createWebhook(system, key, `${receiver.url}/hooks`, ['call.ended']);
        for (const each of consumers) await system.stopService(each);
        const stage = { context, system, client, key };
        for (let round = 1; round <= context.sizes.rounds; round += 1) {
          for (const instances of ['one', 'two'] as const)
            rounds[instances].push(await workedOffBy(instances, consumer, stage));
          const [one, two] = [rounds.one.at(-1), rounds.two.at(-1)];
          context.say(
            `round ${round} of ${context.sizes.rounds}: one ${one?.perSecond.toFixed(0)}/s, two ${two?.perSecond.toFixed(0)}/s`,
          );
        }
      } finally {
        await Promise.all([receiver.close(), client.end()]);
        await system.stop();
      }
      return measurementsOf(id, 'call', rounds);
    },
  };
}

async function workedOffBy(instances: 'one' | 'two', consumer: Consumer, stage: Stage): Promise<Worked> {
  const { service, calls, done } = consumer;
  const { context, system, client, key } = stage;
  const count = async (): Promise<number> =>
    Number((await client.query<{ readonly count: string }>(done)).rows[0]?.count);
  const before = await count();
  await recordCalls(system, key, calls);
  const reached = (share: number) =>
    until(async () => (await count()) >= before + calls * share, {
      timeoutMs: 600_000,
      intervalMs: 100,
      describe: `${service} is done with ${share * 100} % of ${calls} calls`,
    });
  system.startService(service);
  const another = instances === 'two' ? system.startAnother(service) : undefined;
  // The first are done while the service starts and its group finds together, the last by the one that has the fuller partition.
  await Promise.all([another, system.ready([service]), reached(0.2)]);
  const [from, begin] = [await count(), performance.now()];
  const other = await another;
  const clock = startClock({
    service: pidsOf(system.pids[service], other),
    postgres: [context.infrastructure.pids.postgres],
  });
  await reached(0.9);
  const [to, end] = [await count(), performance.now()];
  const cpu = clock(to - from);
  await reached(1);
  await Promise.all([system.stopService(service), other?.stop()]);
  return { perSecond: ((to - from) * 1_000) / (end - begin), cpu };
}

function pidsOf(pid: number, other: OtherInstance | undefined): number[] {
  return other === undefined ? [pid] : [pid, other.pid];
}

async function recordCalls(system: System, key: string, calls: number): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < calls) await recordCall(system, key, callBody(`prospect-${(next += 1) % 1_000}@acme.example`));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}
