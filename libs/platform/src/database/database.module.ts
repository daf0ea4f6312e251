import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AwaitedParts } from '../starting/awaited-parts.ts';
import { ConnectionBudget } from './connection-budget.ts';
import { DatabaseAtStart } from './database-at-start.ts';
import { dataSourceOptions, DEFAULT_POOL_SIZE, type DatabaseOptions } from './data-source.ts';

/** How a service reaches its schema: under one role for requests, under another one for what works across workspaces. */
export interface ServiceDatabaseOptions extends DatabaseOptions {
  /** Absent: the service has no work beside its requests. */
  readonly worker?: Pick<DatabaseOptions, 'url' | 'poolSize' | 'plans'>;
}

const WORKER = 'worker';

/** The injection token of the DataSource for relay, consumers, jobs and pruning. `DataSource` itself is for requests. */
export const WORKER_DATA_SOURCE = getDataSourceToken(WORKER);

/**
 * Gives a service its DataSources: connected by the time anything is bootstrapped, however long the database takes to come, and closed after
 * HTTP has stopped.
 */
@Module({})
export class DatabaseModule {
  static forRoot({ worker, ...requests }: ServiceDatabaseOptions): DynamicModule {
    const ofWorker = worker && { ...requests, ...worker, rows: 'all' as const };
    return {
      module: DatabaseModule,
      imports: [connected(requests), ...(ofWorker ? [connected(ofWorker, WORKER)] : [])],
      providers: [AwaitedParts, ...checksOf(requests), ...(ofWorker ? checksOf(ofWorker, WORKER) : [])],
    };
  }
}

function connected(options: DatabaseOptions, name?: string): DynamicModule {
  const applicationName = name === undefined ? options.applicationName : `${options.applicationName}-${name}`;
  const settings = dataSourceOptions({ ...options, applicationName });
  return TypeOrmModule.forRoot({ ...settings, manualInitialization: true, ...(name ? { name } : {}) });
}

function checksOf({ poolSize = DEFAULT_POOL_SIZE }: DatabaseOptions, name?: string): Provider[] {
  const prefix = name === undefined ? '' : 'WORKER_';
  const [url, size] = [`${prefix}DATABASE_URL`, `${prefix}DATABASE_POOL_SIZE`];
  const source = getDataSourceToken(name);
  return [
    {
      provide: `${size} budget`,
      inject: [source],
      useFactory: (dataSource: DataSource) => new ConnectionBudget(dataSource, poolSize, size),
    },
    {
      provide: `${url} at start`,
      inject: [source, AwaitedParts],
      useFactory: (dataSource: DataSource, awaited: AwaitedParts) => new DatabaseAtStart(dataSource, awaited, url),
    },
  ];
}
