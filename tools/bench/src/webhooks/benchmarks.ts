import type { Benchmark } from '../run/benchmark.ts';
import { latency } from './latency.ts';
import { noisy } from './noisy.ts';
import { stages } from './stages.ts';
import { one, ten } from './throughput.ts';

export const webhooksBenchmarks: readonly Benchmark[] = [one, ten, latency, stages, noisy];
