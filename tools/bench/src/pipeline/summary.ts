import type { CreateCall } from '@ci/contracts';
import type { Benchmark, Measurement } from '../run/benchmark.ts';
import { recordCall } from '../run/calls.ts';
import { databaseOf } from '@ci/testing/system';
import { onlooker } from '../run/database.ts';
import { startOwnSystem } from '../run/own-system.ts';
import { peakMemory, processorTime } from '../run/processes.ts';
import { callBody } from './call-body.ts';
import { longCall } from './long-call.ts';
import { RowWatch } from './row-watch.ts';

const MEGABYTE = 1_000_000;

/** Segments of a call, and what its summary may take. */
const lengths = [
  { segments: 50 },
  { segments: 600, seconds: 2 },
  { segments: 2_000, seconds: 5, note: 'two hours' },
  { segments: 20_000, seconds: 8 },
] as const;

interface Taken {
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** One call after the other through a system that has nothing else to do. */
export const summary: Benchmark = {
  id: 'pipeline.summary',
  title: 'from the 201 of a short, a long and a very long call to its summary',
  async run(context) {
    const { infrastructure, sizes, say } = context;
    const { system } = await startOwnSystem(context, 'bench_summary');
    const client = await onlooker(databaseOf(infrastructure.databaseUrl, 'bench_summary'));
    const ready = { table: 'summarization.analyses', column: 'call_id', condition: `status = 'ready'` };
    const watch = new RowWatch(client, ready, 5);
    const short: number[] = [];
    const taken = new Map<number, Taken[]>(lengths.map(({ segments }) => [segments, []]));
    let memory: number | undefined;
    try {
      const { key } = await system.createKey('bench');
      const summarize = async (body: CreateCall): Promise<Taken> => {
        const pid = system.pids.summarization;
        const before = processorTime(pid) ?? NaN;
        const id = await recordCall(system, key, body);
        const answered = performance.now();
        const seen = await watch.seen(id);
        return { seconds: (seen - answered) / 1_000, processorSeconds: ((processorTime(pid) ?? NaN) - before) / 1_000 };
      };
      // Loading the model, compiling, first connections.
      for (const segments of [8, 50, 600]) await summarize(longCall(segments));
      for (let round = 1; round <= sizes.rounds; round += 1) {
        short.push((await summarize(callBody('marcus.webb@acme.example'))).seconds);
        for (const { segments } of lengths) taken.get(segments)?.push(await summarize(longCall(segments)));
        memory = peakMemory(system.pids.summarization);
        say(`round ${round} of ${sizes.rounds}`);
      }
    } finally {
      await watch.stop();
      await client.end();
      await system.stop();
    }
    return [
      ...lengths.flatMap((length) => measurementsOf(length, taken.get(length.segments) ?? [], short)),
      ...memoryOf(memory),
    ];
  },
};

function measurementsOf(
  { segments, ...length }: { readonly segments: number; readonly seconds?: number; readonly note?: string },
  taken: readonly Taken[],
  short: readonly number[],
): Measurement[] {
  const shared = {
    unit: 's',
    better: 'lower' as const,
    note: `${segments} segments of two sentences${length.note === undefined ? '' : `: ${length.note}`}; one call at a time`,
  };
  return [
    {
      ...shared,
      id: `pipeline.summary.${segments}`,
      ours: taken.map(({ seconds }) => seconds),
      anchor: short,
      against: 'a call of eight segments on the same way, in the same round',
      ...(length.seconds === undefined ? {} : { aim: { of: 'ours' as const, value: length.seconds } }),
    },
    {
      ...shared,
      id: `pipeline.summary.${segments}.processor`,
      ours: taken.map(({ processorSeconds }) => processorSeconds),
      anchor: [],
      against: 'nothing: processor time of the summarization service and of its engine’s process',
    },
  ];
}

function memoryOf(peak: number | undefined): Measurement[] {
  if (peak === undefined) return [];
  return [
    {
      id: 'pipeline.summary.memory',
      unit: 'MB',
      better: 'lower',
      ours: [Math.round(peak / MEGABYTE)],
      anchor: [],
      against: 'nothing: the most that the engine’s process has held of memory, after all calls',
      aim: { of: 'ours', value: 400 },
    },
  ];
}
