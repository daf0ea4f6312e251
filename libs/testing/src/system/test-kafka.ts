import { randomBytes } from 'node:crypto';
import kafkajs, { type Admin, type EachMessagePayload } from 'kafkajs';
import { startEmbeddedKafka } from '../infrastructure/embedded-kafka.ts';
import { dockerAnswers, startKafkaContainer } from '../infrastructure/testcontainers-infrastructure.ts';
import { whichInfrastructure } from '../infrastructure/which-infrastructure.ts';

export interface TestKafka {
  /** host:port */
  readonly brokers: string;
  readonly stop: () => Promise<void>;
}

/** A separate broker for one test file: topics have fixed names, so two systems can't share one. */
export async function startTestKafka(folder: string): Promise<TestKafka> {
  const wish = process.env['TEST_INFRASTRUCTURE'] || process.env['TEST_INFRASTRUCTURE_OF_RUN'];
  return (await whichInfrastructure(wish, dockerAnswers)) === 'containers'
    ? startKafkaContainer()
    : startEmbeddedKafka({ dataDir: folder, log: () => undefined, shortLived: true });
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
  await withAdmin(brokers, (admin) => admin.deleteGroups([groupId]));
}

/** Removes every topic, with what is in it. */
export async function deleteTopics(brokers: string): Promise<void> {
  await withAdmin(brokers, async (admin) => {
    const topics = (await admin.listTopics()).filter((name) => !name.startsWith('__'));
    await admin.deleteTopics({ topics });
  });
}

/**
 * How many messages of its topics a consumer group has not committed yet. Unless the topics are named, those count that it has ever committed
 * anything of.
 */
export async function consumerLag(brokers: string, groupId: string, topics?: readonly string[]): Promise<number> {
  return withAdmin(brokers, async (admin) => {
    let lag = 0;
    for (const { topic, partitions } of await admin.fetchOffsets({
      groupId,
      ...(topics ? { topics: [...topics] } : {}),
    })) {
      const ends = new Map(
        (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, Number(high)]),
      );
      for (const { partition, offset } of partitions) lag += (ends.get(partition) ?? 0) - Math.max(Number(offset), 0);
    }
    return lag;
  });
}

/** How many members of a consumer group have partitions. */
export async function membersAtWork(brokers: string, groupId: string): Promise<number> {
  return withAdmin(brokers, async (admin) => {
    const { groups } = await admin.describeGroups([groupId]);
    const [group] = groups;
    if (group?.state !== 'Stable') return 0;
    return group.members.filter(({ memberAssignment }) => partitionsIn(memberAssignment) > 0).length;
  });
}

function partitionsIn(assignment: Buffer): number {
  const topics = kafkajs.AssignerProtocol.MemberAssignment.decode(assignment)?.assignment ?? {};
  return Object.values(topics).flat().length;
}

/** One message of a topic, with its place. */
export interface TopicRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Buffer;
}

/** Reads topics from their first message to the last that is there now, and leaves nothing behind. */
export async function readTopics(
  brokers: string,
  topics: readonly string[],
  onRecord: (record: TopicRecord) => void,
): Promise<void> {
  const left = await placesToRead(brokers, topics);
  if (left.size === 0) return;
  const groupId = `reader-${randomBytes(6).toString('hex')}`;
  const consumer = clientOf(brokers).consumer({ groupId, maxWaitTimeInMs: 100 });
  await consumer.connect();
  try {
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      const eachMessage = async ({ topic, partition, message }: EachMessagePayload): Promise<void> => {
        const place = `${topic}/${partition}`;
        const end = left.get(place);
        const offset = Number(message.offset);
        if (end === undefined || offset >= end) return;
        onRecord(topicRecord(topic, partition, message));
        if (offset === end - 1) left.delete(place);
        if (left.size === 0) resolve();
      };
      consumer.run({ autoCommit: false, partitionsConsumedConcurrently: 8, eachMessage }).catch(reject);
    });
  } finally {
    await consumer.disconnect();
    await withAdmin(brokers, (admin) => admin.deleteGroups([groupId])).catch(() => undefined);
  }
}

/** The end of each partition that holds anything. */
async function placesToRead(brokers: string, topics: readonly string[]): Promise<Map<string, number>> {
  return withAdmin(brokers, async (admin) => {
    const left = new Map<string, number>();
    for (const topic of topics) {
      for (const { partition, high, low } of await admin.fetchTopicOffsets(topic)) {
        if (Number(high) > Number(low)) left.set(`${topic}/${partition}`, Number(high));
      }
    }
    return left;
  });
}

function topicRecord(topic: string, partition: number, message: EachMessagePayload['message']): TopicRecord {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)] as const);
  return {
    topic,
    partition,
    offset: Number(message.offset),
    key: message.key?.toString('utf8') ?? null,
    headers: Object.fromEntries(headers),
    value: message.value ?? Buffer.alloc(0),
  };
}

async function withAdmin<Result>(brokers: string, work: (admin: Admin) => Promise<Result>): Promise<Result> {
  const admin = clientOf(brokers).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

const clientOf = (brokers: string) =>
  new kafkajs.Kafka({ clientId: 'tests', brokers: brokers.split(','), logLevel: kafkajs.logLevel.ERROR });
