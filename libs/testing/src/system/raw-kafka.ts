import kafkajs from 'kafkajs';
import type { RawMessage } from './test-kafka.ts';

/** A producer without anything of ours around it: what a benchmark compares with. */
export interface RawProducer {
  /** Returns when every in-sync replica has all of them. */
  readonly send: (messages: readonly RawMessage[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A connected producer with kafkajs' own settings, apart from those that our relay uses too. */
export async function rawProducer(brokers: string): Promise<RawProducer> {
  const producer = clientOf(brokers).producer({
    allowAutoTopicCreation: false,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
  });
  await producer.connect();
  return {
    send: async (messages) => {
      const topicMessages = [...Map.groupBy(messages, ({ topic }) => topic)].map(([topic, ofTopic]) => ({
        topic,
        messages: ofTopic.map(({ key, value, headers }) => ({ key, value, ...(headers ? { headers } : {}) })),
      }));
      await producer.sendBatch({ acks: -1, topicMessages });
    },
    close: () => producer.disconnect(),
  };
}

export interface RawConsumer {
  readonly close: () => Promise<void>;
}

/** Hears the values of a topic as they arrive, from its beginning for a group that is new. Joined when it returns. */
export async function rawConsumer(
  brokers: string,
  { topic, groupId }: { readonly topic: string; readonly groupId: string },
  onValues: (values: readonly (Buffer | null)[]) => void,
): Promise<RawConsumer> {
  const consumer = clientOf(brokers).consumer({ groupId });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve));
  await consumer.run({
    partitionsConsumedConcurrently: 4,
    eachBatch: async ({ batch }) => {
      onValues(batch.messages.map(({ value }) => value));
    },
  });
  await joined;
  return { close: () => consumer.disconnect() };
}

const clientOf = (brokers: string) =>
  new kafkajs.Kafka({ clientId: 'raw', brokers: brokers.split(','), logLevel: kafkajs.logLevel.ERROR });
