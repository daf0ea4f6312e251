import { until } from '@ci/testing';
import kafkajs from 'kafkajs';
import type { MessagingFixture } from './messaging-fixture.ts';

export interface ReadRecord {
  readonly key: string;
  readonly text: string;
  readonly headers: Record<string, string>;
}

/** All records of the fixture's topic, in order per partition, once there are so many. */
export async function readTopic({ kafka, wireTopic }: MessagingFixture, atLeast: number): Promise<ReadRecord[]> {
  const client = new kafkajs.Kafka({ brokers: [...kafka.brokers], logLevel: kafkajs.logLevel.NOTHING });
  const consumer = client.consumer({ groupId: `${wireTopic}-reader-${Math.random()}`, maxWaitTimeInMs: 50 });
  const records: ReadRecord[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [wireTopic], fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) => {
      const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]);
      const { call_id } = JSON.parse(String(message.value)) as { call_id: string };
      records.push({ key: String(message.key), text: call_id, headers: Object.fromEntries(headers) });
    },
  });
  try {
    // Delivery is at least once: a message that came twice is one.
    const different = () => new Set(records.map(({ headers }) => headers['ce_id'])).size;
    await until(() => different() >= atLeast, { describe: () => `${atLeast} messages, got ${different()}` });
    return [...records];
  } finally {
    await consumer.disconnect();
  }
}
