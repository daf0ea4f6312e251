import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { CallDetail, EventData, TopicName } from '@ci/contracts';
import { encodeEnvelope, KafkaTransport } from '@ci/messaging';
import { grantSchemaAccess, inTransaction, WORKER_DATA_SOURCE } from '@ci/database';
import type { ErrorAnswerBody } from '@ci/http';
import { createLogger } from '@ci/observability';
import { signInternalToken, type Caller } from '@ci/security';
import { recordStart, testDatabase } from '@ci/testing';
import type { DataSource } from 'typeorm';
import { readConfig, SERVICE } from '../src/config.ts';
import { access } from '../src/database/access.ts';
import { entities, migrations } from '../src/database/schema.ts';
import { service } from '../src/service.ts';

const key = (byte: number) => `k1:${Buffer.alloc(32, byte).toString('base64')}`;

export const alice: Caller = {
  workspace: { id: 'wsp_alice', timezone: 'Europe/Lisbon', domains: ['northwind.example'] },
  actor: 'key_alice',
  scope: 'read-write',
};
export const bob: Caller = {
  workspace: { id: 'wsp_bob', timezone: 'UTC', domains: [] },
  actor: 'key_bob',
  scope: 'read-write',
};
export const reader: Caller = { ...alice, actor: 'key_reader', scope: 'read-only' };

export const helloCall = {
  rep_id: 'user_dana',
  started_at: '2026-11-18T09:00:00Z',
  transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 1_200, text: 'Hello.' }],
};

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Body;
  readonly text: string;
}

export interface Request {
  readonly as?: Caller;
  readonly body?: unknown;
  readonly bytes?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Refusal = ErrorAnswerBody;

/** The service on a separate database, asked without a network. Kafka is away: messages stay in the outbox, to be looked at. */
export async function startIngestion() {
  const database = await testDatabase({
    schema: SERVICE,
    entities,
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.urls.requests,
    WORKER_DATABASE_URL: database.urls.worker,
    KAFKA_BROKERS: '127.0.0.1:1',
    INTERNAL_TOKEN_KEYS: key(1),
    CURSOR_KEYS: key(2),
    ENCRYPTION_KEYS: key(3),
    LOG_LEVEL: 'silent',
  });
  const onCrash = (error: Error) => {
    throw error;
  };
  const logger = createLogger({ service: SERVICE, level: config.LOG_LEVEL });
  const app = await recordStart('ingestion (in process)', () =>
    service.create({ config, logger, onCrash, stopOnSignals: false }),
  );
  await app.init();
  await app.getHttpAdapter().getInstance().ready();

  const tokenOf = (caller: Caller) =>
    signInternalToken(caller, {
      audience: SERVICE,
      keys: config.INTERNAL_TOKEN_KEYS,
      now: new Date(),
      ttlSeconds: 60,
    });

  async function ask<Body = CallDetail>(
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'PUT',
    url: string,
    { as = alice, body, bytes, headers = {} }: Request = {},
  ): Promise<Answer<Body>> {
    const payload = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await app.inject({
      method,
      url,
      headers: {
        'x-internal-token': await tokenOf(as),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const json = String(answer.headers['content-type']).startsWith('application/json') && answer.body !== '';
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string | undefined>,
      body: (json ? JSON.parse(answer.body) : undefined) as Body,
      text: answer.body,
    };
  }

  /** Has the service handle a message as it comes from Kafka: decoded, checked against its contract, in one transaction. */
  async function receive<Topic extends TopicName>(topic: Topic, workspaceId: string, data: EventData<Topic>) {
    const headers = encodeEnvelope({
      id: randomUUID(),
      topic,
      source: '/summarization',
      subject: 'test',
      workspaceId,
      time: new Date(),
      schemaVersion: 1,
    });
    const record = { topic, partition: 0, offset: '0', key: 'test', headers, value: Buffer.from(JSON.stringify(data)) };
    return inTransaction(app.get<DataSource>(WORKER_DATA_SOURCE), (tx) =>
      app.get(KafkaTransport).handlers.invoke(tx, record),
    );
  }

  return {
    app,
    database,
    dataSource: database.dataSource,
    ask,
    receive,
    record: async (call: object, as: Caller = alice) => (await ask('POST', '/v1/calls', { as, body: call })).body,
    details: async (method: 'GET' | 'POST' | 'PATCH', url: string, request: Request = {}) => {
      const { status, body } = await ask<Refusal>(method, url, request);
      return [status, body.error.code, ...(body.error.details ?? []).map(({ field }) => field)];
    },
    outbox: async (callId: string): Promise<{ topic: string; data: Record<string, unknown> }[]> => {
      const rows: { topic: string; payload: string }[] = await database.dataSource.query(
        'SELECT topic, payload FROM outbox WHERE key = $1 ORDER BY id',
        [callId],
      );
      return rows.map(({ topic, payload }) => ({ topic, data: JSON.parse(payload) as Record<string, unknown> }));
    },
    stop: async () => {
      await app.close();
      await database.drop();
    },
  };
}

export type RunningIngestion = Awaited<ReturnType<typeof startIngestion>>;
