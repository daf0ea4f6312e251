import type { Benchmark } from '../run/benchmark.ts';

export const pipelineBenchmarks: readonly Benchmark[] = [];
