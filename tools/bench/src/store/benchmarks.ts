import type { Benchmark } from '../run/benchmark.ts';
import { append } from './append.ts';
import { relay } from './relay.ts';

export const storeBenchmarks: readonly Benchmark[] = [append, relay];
