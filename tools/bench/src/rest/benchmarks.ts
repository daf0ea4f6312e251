import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@ci/testing/system';
import type { Benchmark, Measurement } from '../run/benchmark.ts';
import { startOwnSystem } from '../run/own-system.ts';
import { processorTime, residentMemory } from '../run/processes.ts';

type Pids = Readonly<Record<string, number>>;

/** By process; undefined where the system does not report it. */
interface Round {
  readonly megabytes: Readonly<Record<string, number | undefined>>;
  readonly percentOfCore: Readonly<Record<string, number | undefined>>;
}

export const restBenchmarks: readonly Benchmark[] = [
  {
    id: 'rest',
    title: 'the five services without work: resident memory and processor time',
    async run(context) {
      const { rounds, seconds } = context.sizes;
      const { system } = await startOwnSystem(context, 'bench_rest');
      try {
        context.say(`waiting ${seconds} s after the start, then measuring ${rounds} × ${seconds} s`);
        await delay(seconds * 1_000);
        const measured: Round[] = [];
        while (measured.length < rounds) measured.push(await restOf(system.pids, context.infrastructure.pids, seconds));
        return measurementsOf(measured);
      } finally {
        await system.stop();
      }
    },
  },
];

async function restOf(services: Pids, infrastructure: Pids, seconds: number): Promise<Round> {
  const pids = { ...services, ...infrastructure };
  const before = valuesOf(pids, processorTime);
  await delay(seconds * 1_000);
  const after = valuesOf(pids, processorTime);
  const percentOfCore = (name: string): number | undefined => {
    const [from, to] = [before[name], after[name]];
    return from === undefined || to === undefined ? undefined : (to - from) / seconds / 10;
  };
  return {
    megabytes: valuesOf(services, megabytesOf),
    percentOfCore: Object.fromEntries(Object.keys(pids).map((name) => [name, percentOfCore(name)])),
  };
}

function megabytesOf(pid: number): number | undefined {
  const bytes = residentMemory(pid);
  return bytes === undefined ? undefined : bytes / 2 ** 20;
}

function valuesOf(pids: Pids, value: (pid: number) => number | undefined): Record<string, number | undefined> {
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, value(pid)]));
}

function measurementsOf(rounds: readonly Round[]): Measurement[] {
  const common = { better: 'lower', anchor: [], against: 'nothing: the services have no work' } as const;
  const memory = serviceNames.map((name): Measurement => {
    const ours = rounds.flatMap(({ megabytes }) => megabytes[name] ?? []);
    return { ...common, id: `rest.memory.${name}`, unit: 'MB', ours, aim: { of: 'ours', value: 120 } };
  });
  const programs = [...serviceNames, 'postgres', 'kafka'];
  const processor = programs.map((name): Measurement => {
    const ours = rounds.flatMap(({ percentOfCore }) => percentOfCore[name] ?? []);
    return { ...common, id: `rest.cpu.${name}`, unit: '% of a core', ours };
  });
  const ours = rounds.map(({ percentOfCore }) => programs.reduce((sum, name) => sum + (percentOfCore[name] ?? NaN), 0));
  return [
    ...memory,
    ...processor,
    { ...common, id: 'rest.cpu.all', unit: '% of a core', ours, aim: { of: 'ours', value: 5 } },
  ];
}
