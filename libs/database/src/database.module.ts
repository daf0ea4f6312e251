import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AwaitedDependencies } from './start/awaited-dependencies.ts';
import { ConnectionBudget } from './connection-budget.ts';
import { DatabaseAtStart } from './database-at-start.ts';
import { dataSourceOptions, DEFAULT_POOL_SIZE, type DatabaseOptions } from './data-source.ts';

/** How a service reaches its schema: under one role for requests, under another one for what works across workspaces. */
export interface ServiceDatabaseOptions extends DatabaseOptions {
  /** Absent: the service has no work beside its requests. */
  readonly worker?: Pick<DatabaseOptions, 'url' | 'poolSize'>;
  /** Further connections for requests, by name: what waits there takes none from the others. */
  readonly pools?: Readonly<Record<string, { readonly poolSize: number; readonly variable: string }>>;
}

const WORKER = 'worker';

/** The injection token of one of `pools`. */
export const poolToken = (name: string) => getDataSourceToken(name);

/** The injection token of the DataSource for relay, consumers, jobs and pruning. `DataSource` itself is for requests. */
export const WORKER_DATA_SOURCE = getDataSourceToken(WORKER);

/**
 * Gives a service its DataSources: connected by the time anything is bootstrapped, however long the database takes to come, and closed after
 * HTTP has stopped.
 */
@Module({})
export class DatabaseModule {
  static forRoot({ worker, pools = {}, ...requests }: ServiceDatabaseOptions): DynamicModule {
    const ofWorker = worker && { ...requests, ...worker, rows: 'all' as const, plans: 'by index' as const };
    const others = Object.entries(pools).map(([name, { variable, poolSize }]) => {
      return { name, options: { ...requests, poolSize }, variables: { url: 'DATABASE_URL', size: variable } };
    });
    return {
      module: DatabaseModule,
      imports: [
        connected(requests),
        ...(ofWorker ? [connected(ofWorker, WORKER)] : []),
        ...others.map(({ name, options }) => connected(options, name)),
      ],
      providers: [
        AwaitedDependencies,
        ...checksOf(requests, { url: 'DATABASE_URL', size: 'DATABASE_POOL_SIZE' }),
        ...(ofWorker
          ? checksOf(ofWorker, { url: 'WORKER_DATABASE_URL', size: 'WORKER_DATABASE_POOL_SIZE' }, WORKER)
          : []),
        ...others.flatMap(({ name, options, variables }) => checksOf(options, variables, name)),
      ],
    };
  }
}

function connected(options: DatabaseOptions, name?: string): DynamicModule {
  const applicationName = name === undefined ? options.applicationName : `${options.applicationName}-${name}`;
  const settings = dataSourceOptions({ ...options, applicationName });
  return TypeOrmModule.forRoot({ ...settings, manualInitialization: true, ...(name ? { name } : {}) });
}

/** The variables that say where it is and how large. */
interface Variables {
  readonly url: string;
  readonly size: string;
}

function checksOf(
  { poolSize = DEFAULT_POOL_SIZE }: DatabaseOptions,
  { url, size }: Variables,
  name?: string,
): Provider[] {
  const source = getDataSourceToken(name);
  return [
    {
      provide: `${size} budget`,
      inject: [source],
      useFactory: (dataSource: DataSource) => new ConnectionBudget(dataSource, poolSize, size),
    },
    {
      provide: `${url} at start, ${size}`,
      inject: [source, AwaitedDependencies],
      useFactory: (dataSource: DataSource, awaited: AwaitedDependencies) =>
        new DatabaseAtStart(dataSource, awaited, url),
    },
  ];
}
