import { CompressionTypes, Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { randomBytes, randomUUID } from 'node:crypto';
import { until } from '@ci/testing';

interface ConsumeOptions {
  readonly groupId?: string;
  readonly commit?: string;
  /** Messages for which this is equal count as one. */
  readonly countsOnce?: (message: KafkaMessage) => string;
}

const messageLimit = 16 * 1024 * 1024;

/** kafkajs is older than Kafka 4, which removed old request versions: everything the services rely on must still work. */
describe('kafkajs against Kafka 4.1', () => {
  const kafka = new Kafka({
    clientId: 'compatibility',
    brokers: (process.env['TEST_KAFKA_BROKERS'] ?? '').split(','),
    logLevel: logLevel.NOTHING,
    retry: { retries: 8, initialRetryTime: 30, maxRetryTime: 300 },
  });
  const admin = kafka.admin();
  const producer = kafka.producer({ maxInFlightRequests: 1 });
  const topics: string[] = [];

  beforeAll(async () => {
    await Promise.all([admin.connect(), producer.connect()]);
  });
  afterAll(async () => {
    await admin.deleteTopics({ topics });
    await Promise.all([admin.disconnect(), producer.disconnect()]);
  });

  it('carries 10 MB of text that does not compress well, gzipped, unchanged', async () => {
    const topic = await createTopic(1);
    const value = randomBytes(7_500_000).toString('base64');
    expect(value).toHaveLength(10_000_000);
    await producer.send({
      topic,
      acks: -1,
      compression: CompressionTypes.GZIP,
      messages: [{ key: 'call_1', value, headers: { ce_type: 'call.transcribed' } }],
    });

    const [message] = await consume(topic, 1);
    expect(message?.value?.toString() === value).toBe(true); // not toBe(value): a failure would print 20 MB
    expect(message?.key?.toString()).toBe('call_1');
    expect(message?.headers?.['ce_type']?.toString()).toBe('call.transcribed');
  });

  it('refuses what is above the limit of the topic', async () => {
    const topic = await createTopic(1);
    const tooLarge = randomBytes(messageLimit + 1);
    await expect(producer.send({ topic, acks: -1, messages: [{ key: 'k', value: tooLarge }] })).rejects.toThrow(
      /larger/,
    );
  });

  it('keeps the order of each key over batches and partitions', async () => {
    const topic = await createTopic(12);
    const keys = Array.from({ length: 40 }, (_, index) => `call_${index}`);
    for (let round = 0; round < 25; round += 1) {
      await producer.send({ topic, acks: -1, messages: keys.map((key) => ({ key, value: String(round) })) });
    }

    const messages = await consume(topic, keys.length * 25, {
      countsOnce: (message) => `${String(message.key)} ${String(message.value)}`,
    });
    for (const key of keys) {
      const rounds = messages
        .filter((message) => message.key?.toString() === key)
        .map((message) => Number(message.value));
      // When one partition refuses (a topic this new may have no leader yet), kafkajs sends the whole request to the broker
      // again, so other partitions get it twice: at least once, in order, is what holds.
      expect(rounds).toEqual([...rounds].sort((a, b) => a - b));
      expect([...new Set(rounds)]).toEqual(Array.from({ length: 25 }, (_, round) => round));
    }
  });

  it('goes on from the committed offset, which it alone decides', async () => {
    const topic = await createTopic(1);
    const groupId = randomUUID();
    await producer.send({ topic, acks: -1, messages: ['a', 'b', 'c'].map((value) => ({ key: 'k', value })) });

    const first = await consume(topic, 3, { groupId, commit: '2' });
    const second = await consume(topic, 1, { groupId });
    expect(first.map((message) => message.value?.toString())).toEqual(['a', 'b', 'c']);
    expect(second.map((message) => message.value?.toString())).toEqual(['c']);
  });

  it('does not create a topic that nobody declared', async () => {
    const topic = `undeclared-${randomUUID()}`;
    await expect(producer.send({ topic, messages: [{ value: 'x' }], timeout: 1_000 })).rejects.toThrow(
      /does not host this topic-partition/,
    );
    expect(await admin.listTopics()).not.toContain(topic);
  });

  async function createTopic(numPartitions: number): Promise<string> {
    const topic = `compatibility-${randomUUID()}`;
    const configEntries = [{ name: 'max.message.bytes', value: String(messageLimit) }];
    // `waitForLeaders` fails now and then: a Kafka 4 broker may not know yet what its controller has just created.
    await admin.createTopics({ waitForLeaders: false, topics: [{ topic, numPartitions, configEntries }] });
    topics.push(topic);
    await until(
      async () => (await admin.fetchTopicMetadata({ topics: [topic] })).topics[0]?.partitions.length === numPartitions,
    );
    return topic;
  }

  async function consume(
    topic: string,
    count: number,
    { groupId = randomUUID(), commit = '', countsOnce }: ConsumeOptions = {},
  ): Promise<KafkaMessage[]> {
    // A disconnect waits for the fetch that is under way, hence the short one.
    const consumer = kafka.consumer({
      groupId,
      maxBytes: 2 * messageLimit,
      maxBytesPerPartition: messageLimit,
      maxWaitTimeInMs: 100,
    });
    const messages: KafkaMessage[] = [];
    await consumer.connect();
    try {
      await consumer.subscribe({ topic, fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatch: ({ batch }) => {
          messages.push(...batch.messages);
          return Promise.resolve();
        },
      });
      const received = () => (countsOnce === undefined ? messages.length : new Set(messages.map(countsOnce)).size);
      await until(() => received() >= count, {
        describe: () => `${count} messages, got ${received()}`,
      });
      if (commit !== '') await consumer.commitOffsets([{ topic, partition: 0, offset: commit }]);
    } finally {
      await consumer.disconnect();
    }
    return messages;
  }
});
