import type { Benchmark } from '../run/benchmark.ts';
import { append } from './append.ts';
import { consume } from './consume.ts';
import { growth } from './growth.ts';
import { rebuild } from './rebuild.ts';
import { relay } from './relay.ts';
import { snapshots } from './snapshots.ts';

export const storeBenchmarks: readonly Benchmark[] = [append, relay, consume, rebuild, growth, snapshots];
