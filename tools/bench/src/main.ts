import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { anatomyBenchmarks } from './anatomy/benchmarks.ts';
import { apiBenchmarks } from './api/benchmarks.ts';
import { pipelineBenchmarks } from './pipeline/benchmarks.ts';
import { resultOf, type Benchmark, type Result } from './run/benchmark.ts';
import { commitOf, thisMachine } from './run/machine.ts';
import { readBenchOptions, type BenchOptions, type Sizes } from './run/options.ts';
import { startOwnInfrastructure } from './run/infrastructure.ts';
import { tableOf } from './run/report.ts';
import { restBenchmarks } from './rest/benchmarks.ts';
import { scaleBenchmarks } from './scale/benchmarks.ts';
import { storeBenchmarks } from './store/benchmarks.ts';
import { webhooksBenchmarks } from './webhooks/benchmarks.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const suites = {
  store: storeBenchmarks,
  pipeline: pipelineBenchmarks,
  api: apiBenchmarks,
  webhooks: webhooksBenchmarks,
  anatomy: anatomyBenchmarks,
  scale: scaleBenchmarks,
  rest: restBenchmarks,
};

const ids = Object.entries(suites).map(([suite, benchmarks]) => [suite, benchmarks.map(({ id }) => id)]);
const options = readBenchOptions(
  process.argv.slice(2),
  Object.fromEntries(ids) as Record<keyof typeof suites, readonly string[]>,
);
try {
  const machine = thisMachine();
  const results = await runAll(options);
  const report = { machine, commit: commitOf(root), sizes: sizesOf(options), results };
  console.log(`\n${tableOf(results)}`);
  if (options.json !== undefined) writeFileSync(resolve(options.json), JSON.stringify(report, null, 2) + '\n');
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
}
// What a request still waits for must not keep the process.
process.exit();

async function runAll({ suite, only, ...sizes }: BenchOptions): Promise<readonly Result[]> {
  const chosen: readonly Benchmark[] = suites[suite].filter(({ id }) => only === undefined || only.includes(id));
  const say = (text: string): void => console.error(`${process.uptime().toFixed(0).padStart(5)} s  ${text}`);
  const results: Result[] = [];
  for (const benchmark of chosen) results.push(...(await runOne(benchmark, sizes, say)));
  return results;
}

/** On separate infrastructure: what one benchmark has left in Kafka would be work for the services of the next. */
async function runOne(
  { id, title, run }: Benchmark,
  sizes: Sizes,
  say: (text: string) => void,
): Promise<readonly Result[]> {
  const infrastructure = await startOwnInfrastructure(say);
  const interrupt = (): void => void infrastructure.stop().finally(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    say(`${id}: ${title}`);
    const measured = await run({ infrastructure, sizes, say: (text) => say(`${id}: ${text}`) });
    return measured.map(resultOf);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await infrastructure.stop();
  }
}

function sizesOf({ suite: _suite, only: _only, json: _json, ...sizes }: BenchOptions): object {
  return sizes;
}
