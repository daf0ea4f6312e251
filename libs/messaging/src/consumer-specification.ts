import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { eventExamples, type EventData, type TopicName } from '@ci/contracts';
import { WORKER_DATA_SOURCE } from '@ci/database';
import { uuidv7 } from '@ci/ids';
import { createLogger } from '@ci/observability';
import type { INestApplication } from '@nestjs/common';
import type { Producer } from 'kafkajs';
import type { DataSource } from 'typeorm';
import { connectConsumers } from './consumer/connect-consumers.ts';
import { KafkaTransport } from './consumer/kafka-transport.ts';
import { encodeEnvelope } from './envelope/envelope.ts';
import { createKafka } from './kafka/kafka-client.ts';
import { wireTopic, type KafkaSettings } from './kafka/kafka-settings.ts';
import { inboxPruning, shortestInboxRetentionDays } from './pruning/inbox-pruning.ts';
import { declareTopics } from './topics/declare-topics.ts';

/** A message as another service would send it. */
export interface SentMessage {
  readonly id: string;
  readonly topic: TopicName;
  readonly key: string;
  readonly workspaceId: string;
  readonly value: string;
}

/** Makes a message; without data it says what the example of its contract says. */
export function messageOf<Topic extends TopicName>(
  topic: Topic,
  workspaceId: string,
  key: string,
  data: EventData<Topic> = eventExamples[topic],
): SentMessage {
  return { id: uuidv7(), topic, key, workspaceId, value: JSON.stringify(data) };
}

/**
 * The consumers of an application on separate topics: for tests in which messages go through broker, inbox and handlers as they do in
 * operation, next to others on the same broker. The application's own transport need not reach a broker.
 */
export class ConsumedTopics {
  private constructor(
    private readonly dataSource: DataSource,
    private readonly kafka: KafkaSettings,
    private readonly transport: KafkaTransport,
    private readonly producer: Producer,
  ) {}

  /** `database`: of a role that may look at the inbox, and change it. */
  static async connect(app: INestApplication, brokers: string, database: DataSource): Promise<ConsumedTopics> {
    const { service, afterTransaction } = app.get(KafkaTransport);
    const [dataSource, logger] = [app.get<DataSource>(WORKER_DATA_SOURCE), createLogger({ service, level: 'silent' })];
    const topicPrefix = `t${randomBytes(6).toString('hex')}.`;
    const kafka = { brokers: brokers.split(','), clientId: `${service}-test`, topicPrefix };
    const onCrash = (error: Error): never => {
      throw error;
    };
    const transport = new KafkaTransport({ service, kafka, dataSource, logger, afterTransaction, onCrash });
    connectConsumers(app, transport);
    const settings = { partitions: 1, retentionMs: 600_000, maxMessageBytes: 16 * 1024 * 1024 };
    await declareTopics(kafka, {
      declarations: (transport.handlers.topics as TopicName[]).map((name) => ({ name, ...settings })),
    });
    const producer = createKafka(kafka, logger).producer();
    await producer.connect();
    transport.listen((error) => {
      if (error instanceof Error) throw error;
    });
    await deadline('the consumer to join its group', async () => transport.healthy().status === 'ok');
    return new ConsumedTopics(database, kafka, transport, producer);
  }

  /**
   * Sends messages, those of one topic as one batch, and waits until the inbox has them all. Answers what became of them. One that is there
   * already counts as processed.
   */
  async deliver(...messages: readonly SentMessage[]): Promise<string[]> {
    await this.producer.sendBatch({
      topicMessages: [...new Set(messages.map(({ topic }) => topic))].map((topic) => ({
        topic: wireTopic(this.kafka, topic),
        messages: messages.filter((message) => message.topic === topic).map(recordOf),
      })),
    });
    let found = new Map<string, string>();
    await deadline('the messages to be dealt with', async () => {
      found = await this.outcomes(messages);
      return found.size === new Set(messages.map(({ id }) => id)).size;
    });
    return messages.map(({ id }) => found.get(id) ?? '');
  }

  /** As if all that came had come so long ago that the service has pruned it. */
  async pruneInbox(): Promise<void> {
    await this.dataSource.query(`UPDATE inbox SET received_at = received_at - $1 * interval '1 day'`, [
      shortestInboxRetentionDays + 1,
    ]);
    await inboxPruning(shortestInboxRetentionDays).prune(this.dataSource, 1_000_000);
    const [left] = await this.dataSource.query<{ rows: number }[]>('SELECT count(*)::int AS rows FROM inbox');
    if (left?.rows !== 0) throw new Error('the inbox still has rows: something is parked');
  }

  async close(): Promise<void> {
    await this.producer.disconnect();
    await this.transport.close();
  }

  private async outcomes(messages: readonly SentMessage[]): Promise<Map<string, string>> {
    const rows = await this.dataSource.query<{ id: string; outcome: string }[]>(
      'SELECT message_id AS id, outcome FROM inbox WHERE message_id = ANY ($1::uuid[])',
      [messages.map(({ id }) => id)],
    );
    return new Map(rows.map(({ id, outcome }) => [id, outcome]));
  }
}

function recordOf({ id, topic, key, workspaceId, value }: SentMessage) {
  const envelope = { id, topic, workspaceId, source: '/test', subject: key, time: new Date(), schemaVersion: 1 };
  return { key, value, headers: encodeEnvelope(envelope) };
}

async function deadline(what: string, condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await delay(20);
  }
}
