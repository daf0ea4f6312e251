import type { Benchmark } from '../run/benchmark.ts';
import { contact } from './contact.ts';

export const pipelineBenchmarks: readonly Benchmark[] = [contact];
