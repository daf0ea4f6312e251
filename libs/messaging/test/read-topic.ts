import { until } from '@ci/testing';
import kafkajs from 'kafkajs';
import type { MessagingFixture } from './messaging-fixture.ts';

export interface ReadRecord {
  readonly key: string;
  readonly text: string;
  readonly data: unknown;
  readonly headers: Record<string, string>;
}

/**
 * The messages of the fixture's topic, each where it arrived first, in order per partition, once there are so many. Delivery is at least once: a
 * topic this new may have no leader yet, and kafkajs sends again to all partitions what one has refused.
 */
export async function readTopic({ kafka, wireTopic }: MessagingFixture, atLeast: number): Promise<ReadRecord[]> {
  const client = new kafkajs.Kafka({ brokers: [...kafka.brokers], logLevel: kafkajs.logLevel.NOTHING });
  const consumer = client.consumer({ groupId: `${wireTopic}-reader-${Math.random()}`, maxWaitTimeInMs: 50 });
  const records = new Map<string | undefined, ReadRecord>();
  await consumer.connect();
  await consumer.subscribe({ topics: [wireTopic], fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) => {
      const headers = Object.fromEntries(
        Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]),
      );
      const data = JSON.parse(String(message.value)) as { call_id: string };
      const id = headers['ce_id'];
      if (!records.has(id)) records.set(id, { key: String(message.key), text: data.call_id, data, headers });
    },
  });
  try {
    await until(() => records.size >= atLeast, { describe: () => `${atLeast} messages, got ${records.size}` });
    return [...records.values()];
  } finally {
    await consumer.disconnect();
  }
}
