import { eventExamples, type EventData, type SubscribableEventType } from '@ci/contracts';
import type { BatchContext } from '@ci/messaging';
import { parseKeyRing, type KeyRing } from '@ci/config';
import { grantSchemaAccess, inTransaction, WORKER_DATA_SOURCE } from '@ci/database';
import { uuidv7 } from '@ci/ids';
import { createLogger, type Logger } from '@ci/observability';
import { INTERNAL_TOKEN_HEADER, signInternalToken, type Caller } from '@ci/security';
import {
  countStatements,
  httpsReceiver,
  recordStart,
  testCertificate,
  testDatabase,
  type HttpsReceiver,
  type TestCertificate,
  type TestDatabase,
} from '@ci/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import { configSchema } from '../src/config.ts';
import { access } from '../src/database/access.ts';
import { migrations } from '../src/database/schema.ts';
import { OnCallDeletedConsumer } from '../src/on-call-deleted/on-call-deleted.consumer.ts';
import { OnCallEndedConsumer } from '../src/on-call-ended/on-call-ended.consumer.ts';
import { OnSummaryFailedConsumer } from '../src/on-summary-failed/on-summary-failed.consumer.ts';
import { OnSummaryReadyConsumer } from '../src/on-summary-ready/on-summary-ready.consumer.ts';
import { service } from '../src/service.ts';

/** Of operators' tokens. */
export const operatorKeyText = `k1:${Buffer.alloc(32, 8).toString('base64')}`;
export const keyText = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const keys = parseKeyRing(keyText) as KeyRing;

/** The whole service on a separate database, with a clock that the test turns, and a receiver on loopback. Kafka is played by the test. */
export interface WebhooksService {
  readonly app: NestFastifyApplication;
  readonly database: TestDatabase;
  readonly receiver: HttpsReceiver;
  readonly clock: TestClock;
  readonly logger: Logger;
  /** What the service has logged, each line as it was written. */
  readonly logged: readonly string[];
  request(method: string, url: string, options?: RequestOptions): Promise<Answer>;
  /** Registers an endpoint at the receiver; answers the creation's body. */
  register(events?: readonly string[], options?: RequestOptions & { path?: string }): Promise<Created>;
  deliveriesOf(webhookId: string, options?: RequestOptions): Promise<DeliveryBody[]>;
  consume<Topic extends Consumed>(
    topic: Topic,
    data?: EventData<Topic>,
    message?: Partial<TestMessage>,
  ): Promise<Consumption>;
  /** Several messages of one topic in one transaction. */
  consumeAll<Topic extends Consumed>(topic: Topic, data: readonly EventData<Topic>[]): Promise<Consumption[]>;
  close(): Promise<void>;
  readonly surroundings: Surroundings;
}

export type Consumed = SubscribableEventType | 'call.deleted';

export interface Consumption {
  readonly id: string;
  readonly ignored: boolean;
  /** How many the handler needed for the whole batch. */
  readonly statements: number;
}

interface TestMessage {
  readonly id: string;
  readonly workspaceId: string;
  readonly time: Date;
}

export interface RequestOptions {
  readonly workspace?: string;
  readonly scope?: Caller['scope'];
  readonly member?: Caller['member'];
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- what an answer is, is what the test asserts
export type Json = any;
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Json;
}
export interface Created {
  readonly id: string;
  readonly secret: string;
}
export interface DeliveryBody {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly {
    number: number;
    status_code: number | null;
    error: string | null;
    response_body: string | null;
  }[];
}

export class TestClock {
  #offsetMs = 0;
  readonly now = (): Date => new Date(Date.now() + this.#offsetMs);
  turn(ms: number): void {
    this.#offsetMs += ms;
  }
  /** Back to the real time, which the official library checks signatures against. */
  reset(): void {
    this.#offsetMs = 0;
  }
}

export const workspace = 'wsp_06f0q1z0s2t4v6x8z0b2d4g6j8';

export interface StartOptions {
  /** Of the receiver, and trusted by the service. */
  readonly certificate?: TestCertificate;
  /** Default: the receiver's. Null: none. */
  readonly allowedAddresses?: string | null;
  /** Another instance of the same service: on its database, for its receiver, by its clock. */
  readonly beside?: WebhooksService;
  /** Where the database is reached: this port of loopback instead of the database's. */
  readonly databasePort?: number;
  /** Deliveries that it has at hand. */
  readonly maxInFlight?: number;
  /** Of stored secrets. */
  readonly encryptionKeys?: string;
  readonly shutdownTimeoutMs?: number;
}

interface Surroundings {
  readonly database: TestDatabase;
  readonly receiver: HttpsReceiver;
  readonly clock: TestClock;
  readonly caFile: string;
  readonly remove: () => Promise<void>;
}

async function surroundings(options: StartOptions): Promise<Surroundings> {
  const database = await testDatabase({
    schema: 'webhooks',
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  const { certificate = await testCertificate() } = options;
  const receiver = await httpsReceiver(certificate);
  const folder = mkdtempSync(path.join(tmpdir(), 'webhooks-'));
  const caFile = path.join(folder, 'ca.pem');
  writeFileSync(caFile, certificate.ca);
  return {
    database,
    receiver,
    clock: new TestClock(),
    caFile,
    remove: async () => {
      await receiver.close();
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}

export async function startWebhooks(options: StartOptions = {}): Promise<WebhooksService> {
  const { beside, databasePort, maxInFlight, allowedAddresses = '127.0.0.1/32', encryptionKeys = keyText } = options;
  const found = beside?.surroundings ?? (await surroundings(options));
  const { database, receiver, clock, caFile } = found;
  const reached = (databaseUrl: string): string => {
    const url = new URL(databaseUrl);
    if (databasePort !== undefined) url.host = `127.0.0.1:${databasePort}`;
    return url.href;
  };
  const config = configSchema.parse({
    PORT: '0',
    DATABASE_URL: reached(database.urls.requests),
    WORKER_DATABASE_URL: reached(database.urls.worker),
    KAFKA_BROKERS: '127.0.0.1:1',
    INTERNAL_TOKEN_KEYS: keyText,
    OPERATOR_TOKEN_KEYS: operatorKeyText,
    CURSOR_KEYS: keyText,
    ENCRYPTION_KEYS: encryptionKeys,
    WEBHOOK_ALLOWED_ADDRESSES: allowedAddresses ?? undefined,
    WEBHOOK_CA_FILE: caFile,
    SHUTDOWN_TIMEOUT_MS: String(options.shutdownTimeoutMs ?? 1_000),
    WEBHOOK_MAX_IN_FLIGHT: maxInFlight?.toString(),
  });
  const logged: string[] = [];
  const logger = createLogger({ service: 'webhooks', level: 'debug' }, { write: (line) => void logged.push(line) });
  const overrides = { clock: clock.now, random: () => 0.5 };
  const app = await recordStart('webhooks (in process)', () =>
    service.create({ config, logger, onCrash: fail, stopOnSignals: false, overrides }),
  );
  await app.init();
  await app.getHttpAdapter().getInstance().ready();

  const request = (method: string, url: string, options: RequestOptions = {}) => send(app, method, url, options);
  return {
    app,
    database,
    receiver,
    clock,
    logger,
    logged,
    request,
    register: async (
      events = ['call.ended', 'summary.ready', 'summary.failed'],
      { path: at = '/hooks', ...options } = {},
    ) => {
      const answer = await request('POST', '/v1/webhooks', {
        ...options,
        body: { url: `${receiver.url}${at}`, events },
      });
      expect([answer.status, answer.body.error]).toEqual([201, undefined]);
      return answer.body as Created;
    },
    deliveriesOf: async (webhookId, options) =>
      (await request('GET', `/v1/webhooks/${webhookId}/deliveries?limit=100`, options)).body.data as DeliveryBody[],
    consume: async (topic, data, message) => {
      const [consumption] = await consume(app, topic, [data ?? eventExamples[topic]], message);
      return consumption!;
    },
    consumeAll: (topic, data) => consume(app, topic, data),
    surroundings: found,
    close: async () => {
      await app.close();
      if (beside === undefined) await found.remove();
    },
  };
}

async function send(
  app: NestFastifyApplication,
  method: string,
  url: string,
  { workspace: id = workspace, scope = 'read-write', member, body, headers }: RequestOptions,
): Promise<Answer> {
  const of = member === undefined ? {} : { member };
  const caller: Caller = { workspace: { id, timezone: 'UTC', domains: [] }, actor: 'key_1', scope, ...of };
  const token = await signInternalToken(caller, { audience: 'webhooks', keys, now: new Date(), ttlSeconds: 60 });
  const response = await app.inject({
    method: method as 'GET',
    url,
    headers: {
      [INTERNAL_TOKEN_HEADER]: token,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.body === '' ? undefined : response.json(),
  };
}

const consumers = {
  'call.ended': OnCallEndedConsumer,
  'summary.ready': OnSummaryReadyConsumer,
  'summary.failed': OnSummaryFailedConsumer,
  'call.deleted': OnCallDeletedConsumer,
};

/** What the transport does with messages: the handler in a separate transaction. */
async function consume(
  app: NestFastifyApplication,
  topic: Consumed,
  data: readonly object[],
  message: Partial<TestMessage> = {},
): Promise<Consumption[]> {
  const { workspaceId = workspace, time = new Date() } = message;
  const envelope = { topic, key: null, workspaceId, source: 'test', subject: 'test', time, schemaVersion: 1 };
  const messages = data.map(() => ({ ...envelope, id: message.id ?? uuidv7() }));
  const consumer = app.get<{ handle(data: unknown, context: unknown): Promise<void> }>(consumers[topic]);
  const ignored = new Set<object>();
  const ignore = (one: object) => void ignored.add(one);
  const statements = await inTransaction(app.get<DataSource>(WORKER_DATA_SOURCE), async (tx) => {
    ignored.clear();
    const sent = countStatements(tx);
    await consumer.handle(data, { tx, messages, ignore } satisfies BatchContext);
    return sent();
  });
  return messages.map((one) => ({ id: one.id, ignored: ignored.has(one), statements }));
}

function fail(error: Error): never {
  throw error;
}
