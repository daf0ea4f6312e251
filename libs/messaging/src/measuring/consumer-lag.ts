import type { Logger } from '@ci/observability';
import type { Admin } from 'kafkajs';
import { createKafka } from '../kafka/kafka-client.ts';
import { wireTopic, type KafkaSettings } from '../kafka/kafka-settings.ts';

export interface ConsumerLagOptions {
  readonly service: string;
  readonly kafka: KafkaSettings;
  readonly logger: Logger;
  /** The topics that the service consumes, once its handlers are known. */
  readonly topics: () => readonly string[];
}

/** How many messages of a topic a consumer group has before it. */
export interface TopicLag {
  readonly topic: string;
  readonly messages: number;
}

/**
 * Asks the broker, not the consumer: a consumer that has stalled, or is not there, knows of nothing new. The connection is made by the
 * first question and made again after a failure.
 */
export class ConsumerLag {
  private connected: Promise<Admin> | undefined;

  constructor(private readonly options: ConsumerLagOptions) {}

  async read(): Promise<TopicLag[]> {
    const topics = this.options.topics();
    if (topics.length === 0) return [];
    try {
      const admin = await (this.connected ??= this.connect());
      return await this.lagOf(admin, topics);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const { connected } = this;
    this.connected = undefined;
    await connected?.then((admin) => admin.disconnect()).catch(() => undefined);
  }

  private async connect(): Promise<Admin> {
    const { kafka, logger } = this.options;
    // The caller gives up after a second, and asks again.
    const retry = { retries: 1, initialRetryTime: 100 };
    const admin = createKafka(kafka, logger, undefined, retry).admin();
    await admin.connect();
    return admin;
  }

  private async lagOf(admin: Admin, topics: readonly string[]): Promise<TopicLag[]> {
    const { kafka, service } = this.options;
    const groupId = `${kafka.topicPrefix ?? ''}${service}`;
    const committed = await admin.fetchOffsets({ groupId, topics: topics.map((topic) => wireTopic(kafka, topic)) });
    return Promise.all(
      topics.map(async (topic) => {
        const name = wireTopic(kafka, topic);
        const { partitions = [] } = committed.find((entry) => entry.topic === name) ?? {};
        const reached = new Map(partitions.map(({ partition, offset }) => [partition, Number(offset)]));
        const ends = await admin.fetchTopicOffsets(name);
        const waiting = ends.map(({ partition, low, high }) =>
          // What retention has removed waits no more; a group without an offset (-1) begins at the first message.
          Math.max(0, Number(high) - Math.max(Number(low), reached.get(partition) ?? -1)),
        );
        return { topic, messages: waiting.reduce((sum, messages) => sum + messages, 0) };
      }),
    );
  }
}
