import type { Benchmark } from '../run/benchmark.ts';
import { appendAnatomy } from './append.ts';

export const anatomyBenchmarks: readonly Benchmark[] = [appendAnatomy];
