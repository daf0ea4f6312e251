import type { Benchmark } from '../run/benchmark.ts';
import { backlogBenchmark } from './backlog.ts';
import { gateway, ingestion } from './requests.ts';
import { storage } from './storage.ts';

/** Each service alone, with one instance and with two; and what is kept of a call. */
export const scaleBenchmarks: readonly Benchmark[] = [
  gateway,
  ingestion,
  backlogBenchmark({
    service: 'summarization',
    calls: 400,
    done: `SELECT count(*) FROM summarization.analyses WHERE status = 'ready'`,
  }),
  backlogBenchmark({ service: 'contacts', calls: 6_000, done: 'SELECT count(*) FROM contacts.contact_calls' }),
  backlogBenchmark({
    service: 'webhooks',
    calls: 6_000,
    done: `SELECT count(*) FROM webhooks.deliveries WHERE status = 'delivered'`,
  }),
  storage,
];
