import kafkajs from 'kafkajs';
import { startEmbeddedKafka } from '../parts/embedded-kafka.ts';
import { dockerAnswers, startKafkaContainer } from '../parts/testcontainers-parts.ts';
import { whichParts } from '../parts/which-parts.ts';

export interface TestKafka {
  /** host:port */
  readonly brokers: string;
  readonly stop: () => Promise<void>;
}

/** A broker of its own for one test file: topics have fixed names, so two systems can't share one. */
export async function startTestKafka(folder: string): Promise<TestKafka> {
  return (await whichParts(process.env['TEST_PARTS'], dockerAnswers)) === 'containers'
    ? startKafkaContainer()
    : startEmbeddedKafka({ dataDir: folder, log: () => undefined });
}

export interface RawMessage {
  readonly topic: string;
  readonly key: string | null;
  readonly value: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Puts messages on topics as they are, also such as no service would send. */
export async function produceRaw(brokers: string, messages: readonly RawMessage[]): Promise<void> {
  const producer = clientOf(brokers).producer();
  await producer.connect();
  try {
    for (const { topic, key, value, headers } of messages) {
      await producer.send({
        topic,
        acks: -1,
        messages: [{ key, value, ...(headers ? { headers: { ...headers } } : {}) }],
      });
    }
  } finally {
    await producer.disconnect();
  }
}

/** Forgets what a stopped consumer group has committed: it will receive every message again. */
export async function forgetOffsets(brokers: string, groupId: string): Promise<void> {
  const admin = clientOf(brokers).admin();
  await admin.connect();
  try {
    await admin.deleteGroups([groupId]);
  } finally {
    await admin.disconnect();
  }
}

/** How many messages of its topics a consumer group has not committed yet. */
export async function consumerLag(brokers: string, groupId: string): Promise<number> {
  const admin = clientOf(brokers).admin();
  await admin.connect();
  try {
    let lag = 0;
    for (const { topic, partitions } of await admin.fetchOffsets({ groupId })) {
      const ends = new Map(
        (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, Number(high)]),
      );
      for (const { partition, offset } of partitions) lag += (ends.get(partition) ?? 0) - Math.max(Number(offset), 0);
    }
    return lag;
  } finally {
    await admin.disconnect();
  }
}

const clientOf = (brokers: string) =>
  new kafkajs.Kafka({ clientId: 'tests', brokers: brokers.split(','), logLevel: kafkajs.logLevel.ERROR });
