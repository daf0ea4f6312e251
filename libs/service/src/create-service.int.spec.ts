import { defineEvents } from '@ci/domain';
import {
  defineAggregate,
  eventStoreRights,
  eventStoreSql,
  refusedAppends,
  runCommand,
  streamOf,
} from '@ci/event-store';
import { KafkaTransport, messagingRights, messagingSql, OutboxRelay, outboxOf } from '@ci/messaging';
import { loadConfig, parseKeyRing, type KeyRing } from '@ci/config';
import { combinedRights, grantSchemaAccess, inTransaction, inWorkspace, WORKER_DATA_SOURCE } from '@ci/database';
import { Readiness } from '@ci/http';
import { createLogger } from '@ci/observability';
import { signInternalToken } from '@ci/security';
import { testDatabase, type TestDatabase } from '@ci/testing';
import { Controller, Get, Inject, Injectable, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import {
  CONFIG,
  createPublicService,
  createService,
  publicServiceConfig,
  serviceConfig,
  type ServiceConfig,
} from './index.ts';

const key = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const access = {
  requests: { rows: 'workspace', rights: combinedRights(eventStoreRights.requests, messagingRights.requests) },
  worker: { rows: 'all', rights: combinedRights(eventStoreRights.worker, messagingRights.worker) },
} as const;

@Injectable()
class Visits {
  count = 0;
}

@Module({ providers: [Visits], exports: [Visits] })
class VisitsModule {}

@Controller('v1/visits')
class VisitController {
  constructor(
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject('greeting') private readonly greeting: string,
  ) {}

  @Get()
  visit() {
    return { greeting: this.greeting, schema: this.config.DATABASE_SCHEMA };
  }
}

const service = createService<ServiceConfig, { readonly greeting: string }>({
  name: 'visits',
  readConfig: (environment) => loadConfig(z.object({ ...serviceConfig('visits') }), environment),
  database: { migrations: [], access },
  api: { title: 'Visits' },
  controllers: [VisitController],
  parts: ({ overrides }) => ({
    modules: [{ module: VisitsModule }],
    providers: [{ provide: 'greeting', useValue: overrides.greeting ?? 'welcome' }],
    afterTransaction: {
      provider: Visits,
      run: async (visits: Visits) => {
        visits.count += 1;
      },
    },
  }),
});
const logger = createLogger({ service: 'visits', level: 'silent' });

let database: TestDatabase;
let environment: Record<string, string>;
const apps: NestFastifyApplication[] = [];
beforeAll(async () => {
  database = await testDatabase({
    schema: 'visits',
    sql: [...eventStoreSql, ...refusedAppends, ...messagingSql],
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  environment = {
    PORT: '0',
    DATABASE_URL: database.urls.requests,
    WORKER_DATABASE_URL: database.urls.worker,
    KAFKA_BROKERS: '127.0.0.1:1',
    INTERNAL_TOKEN_KEYS: key,
    CURSOR_KEYS: key,
  };
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await database.drop();
});

async function started(app: Promise<NestFastifyApplication>): Promise<NestFastifyApplication> {
  const one = await app;
  apps.push(one);
  await one.init();
  await one.getHttpAdapter().getInstance().ready();
  return one;
}

async function headers(): Promise<Record<string, string>> {
  const caller = {
    workspace: { id: 'wsp_1', timezone: 'UTC', domains: [] },
    actor: 'key_1',
    scope: 'read-only' as const,
  };
  const keys = parseKeyRing(key) as KeyRing;
  const token = await signInternalToken(caller, { audience: 'visits', keys, now: new Date(), ttlSeconds: 60 });
  return { 'x-internal-token': token };
}

describe('a service behind the gateway', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => {
    const config = service.readConfig(environment);
    app = await started(service.create({ config, logger, stopOnSignals: false, overrides: { greeting: 'hello' } }));
  });

  it('answers nobody without the gateway’s token; what a test puts in place of a part is there', async () => {
    expect((await app.inject({ url: '/v1/visits' })).statusCode).toBe(401);
    const answer = await app.inject({ url: '/v1/visits', headers: await headers() });
    expect(answer.json()).toEqual({ greeting: 'hello', schema: 'visits' });
  });

  it('is ready when database, events and broker are, and describes its API', async () => {
    expect(Object.keys((await app.get(Readiness, { strict: false }).report()).checks)).toEqual(
      expect.arrayContaining(['events', 'kafka']),
    );
    const description = (await app.inject({ url: '/internal/openapi.json', headers: await headers() })).json<{
      readonly paths: object;
    }>();
    expect(Object.keys(description.paths)).toEqual(['/v1/visits']);
  });

  it('has operators’ commands under its name', () => {
    expect(service.operations).toEqual({ service: 'visits', messaging: true });
  });

  it('runs what follows a consumer’s transaction, with a provider of its modules', async () => {
    const visits = app.get(Visits, { strict: false });
    const { transaction } = app.get(KafkaTransport);
    await transaction((tx) => tx.query('SELECT 1'));
    expect(visits.count).toBe(1);
  });

  it.each([
    ['requests', () => app.get(DataSource)],
    ['the worker', () => app.get<DataSource>(WORKER_DATA_SOURCE)],
  ])('wakes the relay when a command of %s has stored messages, and not before', async (_name, dataSourceOf) => {
    let woken = 0;
    app.get(OutboxRelay).wake = () => void (woken += 1);
    const item = (command: VisitCommand) => {
      const stream = streamOf(visit, 'wsp_1', `${_name}-${command}`.replaceAll(' ', '-'));
      return { stream, command, metadata: {} };
    };
    await inTransactionOf(dataSourceOf(), (tx) => runCommand(tx, visit, item('silent')));
    expect(woken).toBe(0);
    await inTransactionOf(dataSourceOf(), async (tx) => {
      await runCommand(tx, visit, item('announced'));
      expect(woken).toBe(0);
    });
    expect(woken).toBe(1);
  });
});

describe('a public service', () => {
  it('asks for no token, has no messages, and is ready by its database alone', async () => {
    const open = createPublicService({
      name: 'open',
      readConfig: (given) => loadConfig(z.object({ ...publicServiceConfig('visits') }), given),
      database: { migrations: [], access },
    });
    const config = open.readConfig(environment);
    const app = await started(open.create({ config, logger, stopOnSignals: false }));
    expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/v1/visits' })).statusCode).toBe(404);
    expect((await app.get(Readiness, { strict: false }).report()).checks).not.toHaveProperty('kafka');
    expect(open.operations).toEqual({ service: 'open', messaging: false });
  });
});

type VisitCommand = 'silent' | 'announced';
interface Visited {
  readonly type: 'Visited';
  readonly data: { readonly announced: boolean };
}

const visit = defineAggregate({
  name: 'visit',
  decider: {
    initialState: () => 0,
    evolve: (visits: number, _event: Visited) => visits + 1,
    decide: (command: VisitCommand): Visited[] => [{ type: 'Visited', data: { announced: command === 'announced' } }],
  },
  events: defineEvents<Visited>({ Visited: { version: 1 } }),
  projectors: [],
  messages: outboxOf('/visits', (events: readonly { event: Visited }[], _visits: number) =>
    events
      .filter(({ event }) => event.data.announced)
      .map(() => ({
        topic: 'call.deleted' as const,
        key: 'call_1',
        workspaceId: 'wsp_1',
        subject: 'call_1',
        data: { call_id: 'call_1', prospect: { email: null }, deleted_at: '2026-11-20T15:00:00.000Z' },
      })),
  ),
});

function inTransactionOf(dataSource: DataSource, work: Parameters<typeof inTransaction<unknown>>[1]): Promise<unknown> {
  return inWorkspace('wsp_1', () => inTransaction(dataSource, work));
}
