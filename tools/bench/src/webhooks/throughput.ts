import { webhookExamples } from '@ci/contracts';
import { processorTime } from '../run/processes.ts';
import type { Benchmark, BenchContext, Measurement } from '../run/benchmark.ts';
import { startStage, type Stage, type Tenant } from './stage.ts';

/** Events in a round for each second that it shall last. */
const EVENTS_PER_SECOND = 6_000;
const WARM_UP_EVENTS = 6_000;
/** Of the bare sender; more make it slower. */
const CONNECTIONS = 32;

interface Throughput {
  readonly id: string;
  readonly title: string;
  readonly endpoints: number;
  readonly aim: number;
  /** Milliseconds of processor time of service and Postgres for each delivery. */
  readonly aimCpu: number;
}

interface Round {
  readonly perSecond: number;
  readonly cpu: Readonly<Record<'webhooks' | 'postgres' | 'kafka' | 'receiver' | 'generator', number>>;
  readonly bare: number;
}

export const one = throughput({
  id: 'webhooks.one',
  title: 'from the event on Kafka to its receipt, one endpoint',
  endpoints: 1,
  aim: 6_000,
  aimCpu: 0.3,
});

export const ten = throughput({
  id: 'webhooks.ten',
  title: 'from the event on Kafka to its receipt, ten endpoints',
  endpoints: 10,
  aim: 12_000,
  aimCpu: 0.15,
});

/** The webhooks service alone, as it runs: inbox, deliveries, attempts over TLS, results. */
function throughput({ id, title, endpoints, aim, aimCpu }: Throughput): Benchmark {
  return {
    id,
    title,
    async run(context) {
      const { sizes, say } = context;
      const stage = await startStage(context, `bench_${id.replace('.', '_')}`);
      try {
        const paths = Array.from({ length: endpoints }, (_, n) => `/endpoint-${n}`);
        const tenant = await stage.tenant('bench', paths);
        for (const service of ['gateway', 'ingestion', 'summarization', 'contacts'] as const) {
          await stage.system.stopService(service);
        }
        await delivered(context, stage, tenant, WARM_UP_EVENTS / endpoints, endpoints);
        const rounds: Round[] = [];
        for (let round = 1; round <= sizes.rounds; round += 1) {
          const events = Math.ceil((sizes.seconds * EVENTS_PER_SECOND) / (endpoints === 1 ? 1 : 5));
          const ours = await delivered(context, stage, tenant, events, endpoints);
          const bare = await posted(stage, events * endpoints);
          rounds.push({ ...ours, bare });
          say(
            `round ${round} of ${sizes.rounds}: ${ours.perSecond.toFixed(0)} deliveries/s, undici alone ${bare.toFixed(0)}/s; ` +
              `ms of processor time for each: ${Object.entries(ours.cpu)
                .map(([name, ms]) => `${name} ${ms.toFixed(3)}`)
                .join(', ')}`,
          );
        }
        return measurementsOf({ id, aim, aimCpu }, rounds);
      } finally {
        await stage.stop();
      }
    },
  };
}

/** From the first event that is sent to the last receipt. */
async function delivered(
  { infrastructure }: BenchContext,
  { system, receiver, generator }: Stage,
  { workspaceId }: Tenant,
  events: number,
  endpoints: number,
): Promise<Omit<Round, 'bare'>> {
  const pids = {
    webhooks: system.pids.webhooks,
    postgres: infrastructure.pids.postgres,
    kafka: infrastructure.pids.kafka,
    receiver: receiver.pid,
    generator: generator.pid,
  };
  const times = (): Round['cpu'] =>
    Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, processorTime(pid) ?? NaN])) as Round['cpu'];
  const before = times();
  const received = receiver.expect(events * endpoints);
  const beganAt = await generator.send({
    kind: 'events',
    brokers: infrastructure.brokers,
    workspaces: [workspaceId],
    count: events,
  });
  const { lastAt, ids } = await received;
  const after = times();
  const cpu = Object.fromEntries(
    Object.keys(pids).map((name) => [
      name,
      (after[name as keyof typeof pids] - before[name as keyof typeof pids]) / ids,
    ]),
  ) as Round['cpu'];
  return { perSecond: (ids * 1000) / (lastAt - beganAt), cpu };
}

/** The same number of the same requests by undici's pool to the same receiver, and nothing else. */
async function posted({ receiver, generator, ca }: Stage, count: number): Promise<number> {
  const received = receiver.expect(count);
  const beganAt = await generator.send({
    kind: 'posts',
    url: `${receiver.url}/endpoint-0`,
    ca,
    headers: {
      'content-type': 'application/json',
      'webhook-timestamp': '1763740000',
      'webhook-signature': `v1,${'A'.repeat(43)}=`,
    },
    body: JSON.stringify(webhookExamples['call.ended']),
    count,
    connections: CONNECTIONS,
  });
  const { lastAt, ids } = await received;
  return (ids * 1000) / (lastAt - beganAt);
}

function measurementsOf(
  { id, aim, aimCpu }: Pick<Throughput, 'id' | 'aim' | 'aimCpu'>,
  rounds: readonly Round[],
): Measurement[] {
  const cpu = (name: string, of: (round: Round['cpu']) => number, value?: number): Measurement => ({
    id: `${id}.cpu.${name}`,
    unit: 'ms/delivery',
    better: 'lower',
    ours: rounds.map((round) => of(round.cpu)),
    anchor: [],
    against: '',
    ...(value === undefined ? {} : { aim: { of: 'ours' as const, value } }),
  });
  return [
    {
      id,
      unit: 'deliveries/s',
      better: 'higher',
      ours: rounds.map(({ perSecond }) => perSecond),
      anchor: rounds.map(({ bare }) => bare),
      against: `undici alone: the same requests by ${CONNECTIONS} kept connections to the same receiver`,
      aim: { of: 'ours', value: aim },
      note: 'from the first event sent to Kafka to the last receipt over TLS; generator, receiver, Kafka and Postgres on the same machine',
    },
    cpu('service+postgres', ({ webhooks, postgres }) => webhooks + postgres, aimCpu),
    cpu('service', ({ webhooks }) => webhooks),
    cpu('postgres', ({ postgres }) => postgres),
    cpu('kafka', ({ kafka }) => kafka),
    cpu('receiver', ({ receiver }) => receiver),
  ];
}
