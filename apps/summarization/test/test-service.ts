import { randomUUID } from 'node:crypto';
import {
  eventExamples,
  type ActionItemDetail,
  type CallTranscribed,
  type EventData,
  type TopicName,
} from '@ci/contracts';
import type { BatchContext, ReceivedMessage } from '@ci/messaging';
import { parseKeyRing, type KeyRing } from '@ci/config';
import { grantSchemaAccess, inTransaction, WORKER_DATA_SOURCE } from '@ci/database';
import { createLogger } from '@ci/observability';
import { signInternalToken, type Caller } from '@ci/security';
import { countStatements, recordStart, testDatabase, until, type TestDatabase } from '@ci/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';
import type { EngineAnswer, EngineRunner } from '../src/analyse-call/engine-answer.ts';
import { AnalysisConclusion } from '../src/analyse-call/analysis-conclusion.ts';
import type { ClaimedJob } from '../src/analyse-call/analysis-jobs.ts';
import { AnalysisRunner } from '../src/analyse-call/analysis-runner.ts';
import type { JobTimes } from '../src/analyse-call/job-times.ts';
import { EngineProcess } from '../src/analyse-call/engine-process.ts';
import { readConfig } from '../src/config.ts';
import { access } from '../src/database/access.ts';
import { entities, migrations } from '../src/database/schema.ts';
import { OnCallDeleted } from '../src/on-call-deleted/on-call-deleted.consumer.ts';
import { OnCallTranscribed } from '../src/on-call-transcribed/on-call-transcribed.consumer.ts';
import { OnCallUpdated } from '../src/on-call-updated/on-call-updated.consumer.ts';
import { service } from '../src/service.ts';

const key = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const consumers = {
  'call.transcribed': OnCallTranscribed,
  'call.updated': OnCallUpdated,
  'call.deleted': OnCallDeleted,
} as const;
type ConsumedTopic = keyof typeof consumers;

export type TestService = Awaited<ReturnType<typeof startTestService>>;

export interface TestServiceOptions {
  readonly engine?: EngineRunner;
  readonly jobTimes?: JobTimes;
  /** That of another instance; else a new one. */
  readonly database?: TestDatabase;
  /** Of the environment. With them the service makes its engine itself. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Takes each line of the log. */
  readonly onLog?: (line: string) => void;
}

/** The service, with the real engine in its process unless another is given. Messages are handed to the consumers as the transport would. */
export async function startTestService({
  engine,
  jobTimes,
  database: shared,
  variables,
  onLog,
}: TestServiceOptions = {}) {
  const database =
    shared ??
    (await testDatabase({
      schema: 'summarization',
      entities,
      migrations,
      access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
    }));
  const held = new HeldEngine(engine ?? new EngineProcess({ timeoutMs: 300_000 }));
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.urls.requests,
    WORKER_DATABASE_URL: database.urls.worker,
    KAFKA_BROKERS: '127.0.0.1:1',
    INTERNAL_TOKEN_KEYS: key,
    CURSOR_KEYS: key,
    LOG_LEVEL: 'silent',
    // Tests wait for summaries, on machines that others keep busy.
    ANALYSIS_PRIORITY: '0',
    ...variables,
  });
  const logger =
    onLog === undefined
      ? createLogger({ service: 'summarization', level: 'silent' })
      : createLogger({ service: 'summarization', level: 'debug' }, { write: onLog });
  const overrides = {
    ...(variables === undefined ? { makeEngine: () => held } : {}),
    ...(jobTimes === undefined ? {} : { jobTimes }),
  };
  const app = await recordStart('summarization (in process)', () =>
    service.create({ config, logger, overrides, stopOnSignals: false }),
  );
  await app.init();
  return {
    app,
    database,
    attempts: () => held.attempts,
    hold: () => held.hold(),
    /** A new one, or that of another instance. */
    world: (ids?: WorldIds) => world(app, held, database.dataSource, ids),
    stopRunner: () => app.get(AnalysisRunner).onModuleDestroy(),
    conclude: (job: ClaimedJob, answer: EngineAnswer & { kind: 'analysed' }) =>
      app.get(AnalysisConclusion).complete(job, answer),
    close: () => app.close(),
    drop: async () => (shared === undefined ? database.drop() : undefined),
    stop: async () => {
      await app.close();
      if (shared === undefined) await database.drop();
    },
  };
}

/** Lets calls pass to the engine when the test says so. */
class HeldEngine implements EngineRunner {
  attempts = 0;
  #gate: Promise<void> = Promise.resolve();

  constructor(private readonly engine: EngineRunner) {}

  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#gate = promise;
    return () => resolve(undefined);
  }

  async analyse(input: string, signal: AbortSignal, workspaceId: string): Promise<EngineAnswer> {
    this.attempts += 1;
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    await Promise.race([this.#gate, stopped]);
    return this.engine.analyse(input, signal, workspaceId);
  }

  spentMs(): number {
    return this.engine.spentMs();
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

interface Changes {
  readonly revision?: number;
  readonly segments?: CallTranscribed['segments'];
  /** An operator asks. */
  readonly background?: boolean;
  /** Tells several calls of one world apart. */
  readonly suffix?: string;
}

interface WorldIds {
  readonly workspaceId: string;
  readonly callId: string;
}

/** A workspace with a call, the messages about it, and what clients and other services see of it. */
function world(
  app: NestFastifyApplication,
  engine: HeldEngine,
  dataSource: DataSource,
  { workspaceId, callId }: WorldIds = { workspaceId: `wsp_${randomUUID()}`, callId: `call_${randomUUID()}` },
) {
  const request = async <Body>(
    method: 'GET' | 'PATCH',
    url: string,
    {
      headers = {},
      body,
      scope = 'read-write',
      member,
    }: { headers?: Record<string, string>; body?: object; scope?: Caller['scope']; member?: Caller['member'] },
  ) => {
    const answer = await app.inject({
      method,
      url,
      headers: { 'x-internal-token': await tokenFor(workspaceId, scope, member), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json<Body>() };
  };
  const get = <Body>(url: string, headers: Record<string, string> = {}) => request<Body>('GET', url, { headers });
  return {
    workspaceId,
    callId,
    transcribed: changed('call.transcribed', callId, {}) as CallTranscribed,
    request,
    get,
    patch: <Body>(url: string, body: object, scope: Caller['scope'] = 'read-write') =>
      request<Body>('PATCH', url, { body, scope }),
    /** As the gateway reports a deletion. */
    forget: async (scope: Caller['scope'] = 'read-write') => {
      const headers = { 'x-internal-token': await tokenFor(workspaceId, scope) };
      return (await app.inject({ method: 'DELETE', url: `/internal/calls/${callId}`, headers })).statusCode;
    },
    items: async (suffix = '') =>
      (await get<{ data: ActionItemDetail[] }>(`/v1/calls/${callId}${suffix}/action-items`)).body.data,
    hold: () => engine.hold(),
    /** One message, or several in one batch. Answers how many statements its handler needed. */
    receive: (topic: ConsumedTopic, changes: Changes = {}, ...others: readonly Changes[]) => {
      const data = [changes, ...others].map((one) => changed(topic, `${callId}${one.suffix ?? ''}`, one));
      return receive(app, workspaceId, topic, data);
    },
    analysed: (revision = 1, suffix = '', timeoutMs = 60_000) =>
      until(
        async () => {
          const { status, body } = await get<{ revision: number }>(`/v1/calls/${callId}${suffix}/summary`);
          return status === 200 && body.revision === revision;
        },
        { timeoutMs, describe: `revision ${revision} is there` },
      ),
    sent: async <Topic extends TopicName>(topic: Topic): Promise<EventData<Topic>[]> => {
      const rows = await dataSource.query<{ payload: string }[]>(
        `SELECT payload FROM outbox WHERE workspace_id = $1 AND topic = $2 ORDER BY id`,
        [workspaceId, topic],
      );
      return rows.map(({ payload }) => JSON.parse(payload) as EventData<Topic>);
    },
    events: () =>
      dataSource.query<unknown[]>(`SELECT event_type, data FROM events WHERE workspace_id = $1 ORDER BY version`, [
        workspaceId,
      ]),
    sql: (statement: string) => dataSource.query(statement),
    rowsWith: async (table: string, column = 'call_id', more = '') => {
      const id = column === 'call_id' ? callId : `analysis-${callId}`;
      const [row] = await dataSource.query<{ rows: number }[]>(
        `SELECT count(*)::int AS rows FROM ${table} WHERE ${column} = $1 ${more}`,
        [id],
      );
      return row?.rows;
    },
  };
}

/** The example of the topic, about another call. */
function changed(
  topic: ConsumedTopic,
  callId: string,
  { revision, segments, background }: Changes,
): EventData<ConsumedTopic> {
  const data = structuredClone(eventExamples[topic]);
  if ('call_id' in data) data.call_id = callId;
  else data.call.id = callId;
  if ('segments' in data) {
    data.revision = revision ?? data.revision;
    data.segments = segments ?? data.segments;
    if (background !== undefined) data.background = background;
  }
  return data;
}

async function receive(
  app: NestFastifyApplication,
  workspaceId: string,
  topic: ConsumedTopic,
  data: readonly EventData<ConsumedTopic>[],
): Promise<number> {
  const envelope = { topic, key: 'call', workspaceId, source: '/test', subject: 'call', schemaVersion: 1 };
  const messages = data.map(() => ({ ...envelope, id: randomUUID() }) as unknown as ReceivedMessage);
  const consumer = app.get<{ handle: (data: unknown, context: BatchContext) => Promise<void> }>(consumers[topic]);
  return inTransaction(
    app.get<DataSource>(WORKER_DATA_SOURCE),
    async (tx) => {
      const statements = countStatements(tx);
      await consumer.handle(data, { tx, messages, ignore: () => undefined });
      return statements();
    },
    { attempts: Infinity },
  );
}

function tokenFor(workspaceId: string, scope: Caller['scope'], member?: Caller['member']): Promise<string> {
  const workspace = { id: workspaceId, timezone: 'UTC', domains: [] };
  const caller = { workspace, actor: 'key_1', scope, ...(member === undefined ? {} : { member }) };
  const keys = parseKeyRing(key) as KeyRing;
  return signInternalToken(caller, { audience: 'summarization', keys, now: new Date(), ttlSeconds: 60 });
}
