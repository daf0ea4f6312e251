import type { Benchmark } from '../run/benchmark.ts';
import { growth } from './growth.ts';
import { detail, list, record } from './requests.ts';

export const apiBenchmarks: readonly Benchmark[] = [list, detail, record, growth];
