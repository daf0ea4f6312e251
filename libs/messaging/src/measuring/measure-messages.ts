import type { Metrics } from '@ci/observability';
import type { DataSource } from 'typeorm';
import type { OnProcessed } from '../consumer/message-processor.ts';
import type { ConsumerLag } from './consumer-lag.ts';
import { selectOutbox, selectParked } from './queue-sizes.sql.ts';

/** Counts what is consumed. */
export function countMessages(metrics: Metrics): OnProcessed {
  const messages = metrics.counter({
    name: 'ci_consumed_messages_total',
    help: 'Messages that were dealt with, by topic and outcome: handled, ignored, parked or duplicate.',
    labels: ['topic', 'outcome'],
  });
  return (topic, outcome) => messages.inc({ topic, outcome });
}

/** Shows what waits to be sent, and what was set aside. */
export function measureQueues(metrics: Metrics, database: Pick<DataSource, 'query'>): void {
  metrics.sampled({
    part: 'outbox',
    gauges: {
      messages: {
        name: 'ci_outbox_messages',
        help: 'Messages that wait to be sent to Kafka; 100,000 are 100,000 or more.',
      },
      age: {
        name: 'ci_outbox_age_seconds',
        help: 'Age of the oldest message that waits to be sent. 0 when there is none.',
      },
    },
    read: async () => {
      const [row] = await database.query<[{ messages: number; age: number }]>(selectOutbox);
      return row;
    },
  });
  const labels = ['side'];
  metrics.sampled({
    part: 'parked',
    gauges: {
      keys: {
        name: 'ci_parked_keys',
        help: 'Keys whose messages are set aside: by the consumer, which could not handle one, or by the relay, because the broker refused one.',
        labels,
      },
      messages: {
        name: 'ci_parked_messages',
        help: 'Messages that are set aside; 100,000 are 100,000 or more.',
        labels,
      },
    },
    read: async () => {
      const rows = await database.query<ParkedRow[]>(selectParked);
      const ofEach = (value: (row: ParkedRow) => number) =>
        rows.map((row) => ({ labels: { side: row.side }, value: value(row) }));
      return { keys: ofEach(({ keys }) => keys), messages: ofEach(({ messages }) => messages) };
    },
  });
}

/** Shows how many messages of each topic wait for this service: for all its instances together, and also while none of them reads. */
export function measureLag(metrics: Metrics, lag: ConsumerLag): void {
  metrics.sampled({
    part: 'kafka',
    freshMs: 10_000,
    gauges: {
      lag: {
        name: 'ci_consumer_lag_messages',
        help: 'Messages of a topic that this service has not dealt with yet, all its instances together.',
        labels: ['topic'],
      },
    },
    read: async () => ({
      lag: (await lag.read()).map(({ topic, messages }) => ({ labels: { topic }, value: messages })),
    }),
  });
}

interface ParkedRow {
  readonly side: string;
  readonly keys: number;
  readonly messages: number;
}
