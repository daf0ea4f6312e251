import { randomBytes } from 'node:crypto';
import { uuidv7 } from '@ci/ids';
import { createLogger, type Logger } from '@ci/observability';
import { testDatabase, type TestDatabase } from '@ci/testing';
import kafkajs, { type Producer } from 'kafkajs';
import type { DataSource, EntityManager } from 'typeorm';
import {
  declareTopics,
  encodeEnvelope,
  enqueue,
  messagingSql,
  type KafkaSettings,
  type OutgoingMessage,
} from '../src/index.ts';

export const topic = 'call.deleted';

/** A database with the library's tables and one for effects, separate topics on the shared broker, and a plain producer. */
export interface MessagingFixture {
  readonly dataSource: DataSource;
  readonly database: TestDatabase;
  readonly kafka: KafkaSettings;
  readonly logger: Logger;
  readonly wireTopic: string;
  readonly produce: (...messages: TestMessage[]) => Promise<void>;
  readonly effects: () => Promise<string[]>;
  readonly count: (table: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

export interface TestMessage {
  readonly key?: string | Buffer | null;
  readonly text?: string;
  readonly id?: string;
  readonly value?: string | Buffer;
  readonly headers?: Record<string, string>;
}

export async function messagingFixture({
  partitions = 1,
  maxMessageBytes = 16 * 1024 * 1024,
  brokers = (process.env['TEST_KAFKA_BROKERS'] ?? '').split(','),
} = {}): Promise<MessagingFixture> {
  const topicPrefix = `t${randomBytes(6).toString('hex')}.`;
  const kafka = {
    brokers,
    clientId: 'messaging-test',
    topicPrefix,
  };
  const logger = createLogger({
    service: 'messaging-test',
    level: process.env['TEST_LOG'] === 'on' ? 'debug' : 'silent',
  });
  const effectsSql = 'CREATE TABLE effects (id bigint GENERATED ALWAYS AS IDENTITY, key text, text text NOT NULL)';
  const database = await testDatabase({ schema: 'messaging', sql: [...messagingSql, effectsSql] });
  const { dataSource } = database;
  await declareTopics(kafka, { declarations: [{ name: topic, partitions, retentionMs: 600_000, maxMessageBytes }] });
  const producer = await connectedProducer(kafka);
  const wireTopic = `${topicPrefix}${topic}`;

  return {
    dataSource,
    database,
    kafka,
    logger,
    wireTopic,
    produce: async (...messages) => {
      await producer.send({ topic: wireTopic, messages: messages.map(kafkaMessage) });
    },
    effects: async () => {
      const rows: { text: string }[] = await dataSource.query('SELECT text FROM effects ORDER BY id');
      return rows.map((row) => row.text);
    },
    count: async (table) => {
      const [row]: { n: string }[] = await dataSource.query(`SELECT count(*) AS n FROM ${table}`);
      return Number(row?.n);
    },
    close: async () => {
      await producer.disconnect();
      await database.drop();
    },
  };
}

/** `call.deleted` is the smallest contract; its `call_id` carries the text of a test. */
export function deletion(text: string): { call_id: string; prospect: { email: null }; deleted_at: string } {
  return { call_id: text, prospect: { email: null }, deleted_at: '2026-11-20T15:00:00.000Z' };
}

export function outgoing(key: string, text: string): OutgoingMessage<typeof topic> {
  return { topic, key, workspaceId: 'wsp_test', subject: key, data: deletion(text) };
}

export async function enqueueAll(dataSource: DataSource, messages: readonly OutgoingMessage[]): Promise<void> {
  await dataSource.transaction((tx) => enqueue(tx, 'messaging-test', messages));
}

export async function storeEffect(tx: EntityManager, key: string | null, text: string): Promise<void> {
  await tx.query('INSERT INTO effects (key, text) VALUES ($1, $2)', [key, text]);
}

export function envelopeHeaders(id: string = uuidv7()): Record<string, string> {
  const time = new Date('2026-11-20T15:00:00.000Z');
  return encodeEnvelope({
    id,
    topic,
    source: 'test',
    subject: 'call',
    workspaceId: 'wsp_test',
    time,
    schemaVersion: 1,
  });
}

async function connectedProducer({ brokers }: KafkaSettings): Promise<Producer> {
  const client = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING });
  const producer = client.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
  await producer.connect();
  return producer;
}

function kafkaMessage({ key = 'call-1', text = 'text', id, value, headers }: TestMessage) {
  return { key, value: value ?? JSON.stringify(deletion(text)), headers: headers ?? envelopeHeaders(id) };
}
