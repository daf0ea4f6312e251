import type { Tree } from '@nx/devkit';
import { contentOf } from '../edit.ts';
import { pascalCase } from '../names.ts';

/** The service from which a new one takes what is the same in all of them, so that there is one place to change it. */
const model = 'contacts';
const taken = ['main.ts', 'migrate.ts', 'operate.ts', 'describe.ts', 'api-description.ts'];

/** A service that stores events, sends and reads messages, and has no slice yet. By path from the service's folder. */
export function sourceFiles(tree: Tree, name: string, timestamp: number): Readonly<Record<string, string>> {
  const Name = pascalCase(name);
  const migration = `${Name}${String(timestamp)}`;
  const migrationFile = `${String(timestamp)}-${name}.migration.ts`;
  return {
    ...Object.fromEntries(taken.map((file) => [`src/${file}`, takenOver(tree, file, name)])),
    'src/app.module.ts': appModule(name, Name),
    'src/config.ts': config(name, Name),
    'src/http-controllers.ts': httpControllers,
    'src/operations.ts': operations(name),
    'src/database/access.ts': access,
    'src/database/access.int.spec.ts': accessSpec(name),
    'src/database/schema.ts': schema(migration, migrationFile),
    [`src/database/migrations/${migrationFile}`]: migrationOf(migration),
  };
}

function takenOver(tree: Tree, file: string, name: string): string {
  const content = contentOf(tree, `apps/${model}/src/${file}`);
  return content.replaceAll(new RegExp(`\\b${model}\\b`, 'g'), name).replaceAll(pascalCase(model), pascalCase(name));
}

const appModule = (
  name: string,
  Name: string,
): string => `import { inTransaction, measureEvents, positionsCheck } from '@ci/event-store';
import { kafkaSettings, KafkaTransport, MessagingModule, pruningOf } from '@ci/messaging';
import { OperatorApiModule } from '@ci/operations';
import {
  databaseChecks,
  DatabaseModule,
  endAfterCrash,
  HealthModule,
  InternalTokenModule,
  MetricsModule,
  WORKER_DATA_SOURCE,
  type Logger,
} from '@ci/platform';
import { Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type ${Name}Config } from './config.ts';
import { httpControllers } from './http-controllers.ts';

/** The slices of the service, and what it stands on. */
@Module({})
export class AppModule {
  static forRoot(config: ${Name}Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [
        DatabaseModule.forRoot({
          url: config.DATABASE_URL,
          schema: config.DATABASE_SCHEMA,
          poolSize: config.DATABASE_POOL_SIZE,
          rows: 'workspace',
          worker: { url: config.WORKER_DATABASE_URL, poolSize: config.WORKER_DATABASE_POOL_SIZE },
          applicationName: '${name}',
          entities: [],
        }),
        InternalTokenModule.forRoot({ audience: '${name}', keys: config.INTERNAL_TOKEN_KEYS }),
        OperatorApiModule.forRoot({ service: '${name}', keys: config.OPERATOR_TOKEN_KEYS }),
        MessagingModule.forRootAsync({
          inject: [WORKER_DATA_SOURCE],
          useFactory: (dataSource: DataSource) => ({
            service: '${name}',
            kafka: kafkaSettings(config, '${name}'),
            dataSource,
            logger,
            transaction: (work) => inTransaction(dataSource, work, { attempts: Infinity }),
            pruning: pruningOf(config),
            onCrash: endAfterCrash(logger),
          }),
        }),
        MetricsModule.forRoot({ service: '${name}', address: config, logger, measures: [measureEvents] }),
        HealthModule.forRootAsync({
          inject: [DataSource, WORKER_DATA_SOURCE, KafkaTransport],
          useFactory: (dataSource: DataSource, worker: DataSource, transport: KafkaTransport) => ({
            checks: {
              ...databaseChecks([dataSource, worker], ({ message }) => logger.error(message)),
              events: positionsCheck(worker, ({ message }) => logger.error(message)),
              kafka: () => transport.assertHealthy(),
            },
          }),
        }),
      ],
      controllers: [...httpControllers],
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
    };
  }
}
`;

const config = (name: string, Name: string): string => `import { pruningConfig } from '@ci/messaging';
import {
  databaseConfig,
  httpConfig,
  internalTokenConfig,
  kafkaConfig,
  loadConfig,
  workerDatabaseConfig,
  type Environment,
} from '@ci/platform';
import { z } from 'zod';

export const configSchema = z.object({
  ...httpConfig,
  ...databaseConfig,
  ...workerDatabaseConfig,
  DATABASE_SCHEMA: databaseConfig.DATABASE_SCHEMA.default('${name}'),
  ...kafkaConfig,
  ...pruningConfig,
  ...internalTokenConfig,
});

export type ${Name}Config = Readonly<z.output<typeof configSchema>>;

export function readConfig(environment: Environment = process.env): ${Name}Config {
  return loadConfig(configSchema, environment);
}

/** Injection token of the configuration. */
export const CONFIG = Symbol('${Name}Config');
`;

const httpControllers = `import type { Type } from '@nestjs/common';

/** What this service answers over HTTP. */
export const httpControllers = [] as Type[];
`;

const operations = (name: string): string => `import type { OperatedService } from '@ci/operations';

/** What operators can do with this service. */
export const operations: OperatedService = { service: '${name}', messaging: true };
`;

const access = `import { eventStoreRights } from '@ci/event-store';
import { messagingRights } from '@ci/messaging';
import { combinedRights, type SchemaAccess } from '@ci/platform';

/** Who may do what in this schema. */
export const access: SchemaAccess = {
  requests: { rows: 'workspace', rights: combinedRights(eventStoreRights.requests, messagingRights.requests) },
  worker: { rows: 'all', rights: combinedRights(eventStoreRights.worker, messagingRights.worker) },
};
`;

const accessSpec = (name: string): string => `import { grantSchemaAccess } from '@ci/platform';
import { accessTests, testDatabase, type TestDatabase } from '@ci/testing';
import { access } from './access.ts';
import { migrations } from './schema.ts';

const ofNoWorkspace = {
  inbox: 'ids of messages, and where they came from',
  leases: 'which instance does what',
  migrations: 'names of migrations',
  operator_actions: 'what operators did: ids, names and counts',
  projection_rebuilds: 'how far a rebuild of a whole table has come',
  republications: 'how far a republication has come',
};

const refused = [
  ['requests', 'DELETE FROM events'],
  ['requests', 'SELECT * FROM parked_messages'],
] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({
    schema: '${name}',
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
});
afterAll(() => database.drop());

it.each(accessTests({ database: () => database, ofNoWorkspace, refused }))('%s', (_name, test) => test());
`;

const schema = (migration: string, file: string): string => `import { ${migration} } from './migrations/${file}';

/** How the schema came to be. */
export const migrations = [${migration}];
`;

const migrationOf = (migration: string): string => `import { eventStoreSql } from '@ci/event-store';
import { messagingSql } from '@ci/messaging';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${migration} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...eventStoreSql, ...messagingSql]) await runner.query(statement);
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('the first migration is not taken back: drop the schema'));
  }
}
`;
