import type { Benchmark } from '../run/benchmark.ts';
import { contact } from './contact.ts';
import { summary } from './summary.ts';

export const pipelineBenchmarks: readonly Benchmark[] = [contact, summary];
