import { randomUUID } from 'node:crypto';
import { declareTopics, OutboxRelay } from '@ci/messaging';
import { createLogger } from '@ci/observability';
import { until } from '@ci/testing';
import { rawProducer, type RawMessage, type RawProducer } from '@ci/testing/system';
import type { DataSource } from 'typeorm';
import type { Benchmark } from '../run/benchmark.ts';
import { openNotes } from './notes.ts';

const topic = 'call.deleted';
const batch = 500;
/** 1 kB of text that is neither random nor all the same letter. */
const payload = JSON.stringify({
  call_id: 'x',
  text: 'We looked at it with the team yesterday, and the price is high. '.repeat(15),
}).padEnd(1024);

/** Emptying a full outbox, against a bare producer that sends the same messages in batches of the same size. */
export const relay: Benchmark = {
  id: 'store.relay',
  title: 'messages of 1 kB from the outbox to Kafka, against raw kafkajs production',
  async run({ infrastructure, sizes, say }) {
    const dataSource = await openNotes(infrastructure.databaseUrl, 'bench_relay', 8);
    const kafka = { brokers: [infrastructure.brokers], clientId: 'bench-relay', topicPrefix: 'bench-relay.' };
    await declareTopics(kafka, {
      declarations: [{ name: topic, partitions: 12, retentionMs: 3_600_000, maxMessageBytes: 16 * 2 ** 20 }],
    });
    const poll = { minMs: 600_000, maxMs: 600_000 }; // nothing but our own wake() may start it
    const ours = new OutboxRelay({
      dataSource,
      kafka,
      logger: createLogger({ service: 'bench', level: 'silent' }),
      poll,
    });
    const raw = await rawProducer(infrastructure.brokers);
    const [figures, anchors]: [number[], number[]] = [[], []];
    ours.start();
    try {
      await until(() => ours.leads, { describe: 'the relay leads' });
      await relayed(dataSource, ours, sizes.messages / 3);
      await produced(raw, sizes.messages / 3);
      for (let round = 1; round <= sizes.rounds; round += 1) {
        figures.push(await relayed(dataSource, ours, sizes.messages));
        anchors.push(await produced(raw, sizes.messages));
        say(`round ${round} of ${sizes.rounds}: ${figures.at(-1)?.toFixed(0)}/s, raw ${anchors.at(-1)?.toFixed(0)}/s`);
      }
    } finally {
      await ours.stop();
      await raw.close();
      await dataSource.destroy();
    }
    const against = `kafkajs sendBatch of ${batch} messages, acks=all, one batch at a time (order per key allows no more)`;
    return [
      {
        id: 'store.relay',
        unit: 'messages/s',
        better: 'higher',
        ours: figures,
        anchor: anchors,
        against,
        aim: { of: 'ratio', value: 0.7 },
      },
    ];
  },
};

/** From the wake-up to the last row's deletion. */
async function relayed(dataSource: DataSource, relay: OutboxRelay, messages: number): Promise<number> {
  await dataSource.query(
    `INSERT INTO outbox (workspace_id, message_id, topic, key, headers, payload)
     SELECT 'wsp_bench', gen_random_uuid(), $1, 'call_' || n % 1000, $2, $3 FROM generate_series(1, $4::int) AS n`,
    [topic, JSON.stringify(headers()), payload, Math.floor(messages)],
  );
  await dataSource.query('ANALYZE outbox');
  const begin = performance.now();
  relay.wake();
  await until(async () => (await dataSource.query<unknown[]>('SELECT 1 FROM outbox LIMIT 1')).length === 0, {
    timeoutMs: 600_000,
    intervalMs: 10,
    describe: 'the outbox is empty',
  });
  return (Math.floor(messages) / (performance.now() - begin)) * 1000;
}

async function produced(producer: RawProducer, messages: number): Promise<number> {
  const all = Array.from({ length: Math.floor(messages) }, (_, n): RawMessage => ({
    topic: `bench-relay.${topic}`,
    key: `call_${n % 1000}`,
    value: payload,
    headers: headers(),
  }));
  const begin = performance.now();
  for (let from = 0; from < all.length; from += batch) await producer.send(all.slice(from, from + batch));
  return (all.length / (performance.now() - begin)) * 1000;
}

const headers = () => ({
  ce_specversion: '1.0',
  ce_id: randomUUID(),
  ce_type: topic,
  ce_source: '/bench',
  ce_subject: 'call_01',
  ce_time: '2026-11-20T15:00:00.000Z',
  ce_workspaceid: 'wsp_bench',
  ce_schemaversion: '1',
  'content-type': 'application/json',
});
