import type { Benchmark, BenchContext, Measurement } from '../run/benchmark.ts';
import type { Load, LoadResult } from './load-generator.ts';
import { processorTime } from '../run/processes.ts';
import { startStage, type Stage } from './stage.ts';

const WARM_UP_SECONDS = 4;
/** By then Node has compiled what it runs; on a busy machine that takes longer, but not for ever. */
const WARM_UP_REQUESTS = 3_000;
const MOST_WARM_UPS = 5;

/** One request, ours and the bare server's. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly aim: number;
  /** What there must be before it can be asked for. */
  readonly prepare: (
    stage: Stage,
    context: BenchContext,
  ) => Promise<{ readonly ours: Request; readonly bare: Request }>;
  /** Lets work that a phase left behind end before the next one. */
  readonly settle?: (stage: Stage) => Promise<void>;
  readonly against: string;
}

type Request = Pick<Load, 'method' | 'path' | 'headers' | 'expectedStatus'> & { readonly body?: string };

interface Phase extends LoadResult {
  /** Milliseconds of processor time per request, by who used it. */
  readonly cpu: Readonly<Record<string, number>>;
}

interface Round {
  readonly ours: Phase;
  readonly bare: Phase;
  readonly oursAtHalf: Phase;
  readonly bareAtHalf: Phase;
}

/** Throughput, and latency at half of it, of one request through the gateway and of the bare server, in turn. */
export function benchmarkOf(scenario: Scenario): Benchmark {
  const { id, title } = scenario;
  return {
    id,
    title,
    async run(context) {
      const { sizes, say } = context;
      const stage = await startStage(context, `bench_${id.replace('.', '_')}`);
      try {
        const requests = await scenario.prepare(stage, context);
        const phase = phaseRunner(stage, scenario, context, requests);
        for (const side of ['ours', 'bare'] as const) await warmUp((seconds) => phase(side, { seconds }));
        const rounds: Round[] = [];
        for (let round = 1; round <= sizes.rounds; round += 1) {
          const { seconds } = sizes;
          const [ours, bare] = [await phase('ours', { seconds }), await phase('bare', { seconds })];
          const oursAtHalf = await phase('ours', { seconds, rate: ours.perSecond / 2 });
          const bareAtHalf = await phase('bare', { seconds, rate: bare.perSecond / 2 });
          rounds.push({ ours, bare, oursAtHalf, bareAtHalf });
          say(
            `round ${round} of ${sizes.rounds}: ${described('ours', ours, oursAtHalf)}; ${described('bare', bare, bareAtHalf)}`,
          );
        }
        return measurementsOf(scenario, rounds, sizes.clients);
      } finally {
        await stage.stop();
      }
    },
  };
}

async function warmUp(phase: (seconds: number) => Promise<Phase>): Promise<void> {
  let requests = 0;
  for (let turn = 0; turn < MOST_WARM_UPS && requests < WARM_UP_REQUESTS; turn += 1) {
    requests += (await phase(WARM_UP_SECONDS)).requests;
  }
}

function described(name: string, full: Phase, half: Phase): string {
  return `${name} ${full.perSecond.toFixed(0)}/s of ${full.bytes} bytes, p99 at half load ${half.p99.toFixed(1)} ms`;
}

type Side = 'ours' | 'bare';

function phaseRunner(
  stage: Stage,
  { settle }: Scenario,
  { infrastructure, sizes }: BenchContext,
  requests: Readonly<Record<Side, Request>>,
) {
  const origin = { ours: new URL(stage.system.baseUrl).origin, bare: stage.bare.origin };
  const hops: Readonly<Record<Side, Readonly<Record<string, number>>>> = {
    ours: {
      gateway: stage.system.pids.gateway,
      service: stage.system.pids.ingestion,
      kafka: infrastructure.pids.kafka,
    },
    bare: { service: stage.bare.pid },
  };
  return async (side: Side, pace: { readonly seconds: number; readonly rate?: number }): Promise<Phase> => {
    const pids = { ...hops[side], postgres: infrastructure.pids.postgres, generator: stage.generator.pid };
    const before = processorTimes(pids);
    const result = await stage.generator.run({
      ...requests[side],
      ...pace,
      origin: origin[side],
      connections: sizes.clients,
    });
    await settle?.(stage);
    const after = processorTimes(pids);
    const used = Object.keys(after).map((name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / result.requests]);
    return { ...result, cpu: Object.fromEntries(used) as Record<string, number> };
  };
}

function processorTimes(pids: Readonly<Record<string, number>>): Record<string, number> {
  const times: Record<string, number> = {};
  for (const [name, pid] of Object.entries(pids)) {
    const time = processorTime(pid);
    if (time !== undefined) times[name] = time;
  }
  return times;
}

function measurementsOf({ id, aim, against }: Scenario, rounds: readonly Round[], clients: number): Measurement[] {
  const throughput: Measurement = {
    id,
    unit: 'requests/s',
    better: 'higher',
    ours: rounds.map(({ ours }) => ours.perSecond),
    anchor: rounds.map(({ bare }) => bare.perSecond),
    against: `${against}; ${clients} connections`,
    aim: { of: 'ratio', value: aim },
  };
  const latency = (share: 'p50' | 'p99', value?: number): Measurement => ({
    id: `${id}.${share}`,
    unit: 'ms',
    better: 'lower',
    ours: rounds.map(({ oursAtHalf }) => oursAtHalf[share]),
    anchor: rounds.map(({ bareAtHalf }) => bareAtHalf[share]),
    against: 'the bare server; each at half of what it reached in that round',
    ...(value === undefined ? {} : { aim: { of: 'ratio' as const, value } }),
  });
  return [throughput, latency('p50'), latency('p99', 3), ...processorMeasurements(id, rounds)];
}

/** Where the processor time of a request goes, while as many as possible are answered. */
function processorMeasurements(id: string, rounds: readonly Round[]): Measurement[] {
  const names = new Set(rounds.flatMap(({ ours, bare }) => [...Object.keys(ours.cpu), ...Object.keys(bare.cpu)]));
  const of = (side: Side, name: string): number[] =>
    rounds.flatMap((round) => (round[side].cpu[name] === undefined ? [] : [round[side].cpu[name]]));
  return [...names].map((name) => ({
    id: `${id}.cpu.${name}`,
    unit: 'ms/request',
    better: 'lower',
    ours: of('ours', name),
    anchor: of('bare', name),
    against: name === 'service' ? 'ingestion, and the bare server' : 'the same process while the bare server is asked',
  }));
}
