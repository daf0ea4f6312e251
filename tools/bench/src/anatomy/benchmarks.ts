import type { Benchmark } from '../run/benchmark.ts';
import { appendAnatomy } from './append.ts';
import { consumeAnatomy } from './consume.ts';
import { deliverAnatomy } from './deliver.ts';
import { postAnatomy } from './post.ts';

export const anatomyBenchmarks: readonly Benchmark[] = [appendAnatomy, consumeAnatomy, deliverAnatomy, postAnatomy];
