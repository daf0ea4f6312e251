import { Module, type DynamicModule, type OnApplicationBootstrap, type Provider } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ConnectionBudget } from './connection-budget.ts';
import { dataSourceOptions, DEFAULT_POOL_SIZE, type DatabaseOptions } from './data-source.ts';
import { roleProblem, UnfitRole } from './role-check.ts';

/** How a service reaches its schema: under one role for requests, under another one for what works across workspaces. */
export interface ServiceDatabaseOptions extends DatabaseOptions {
  /** Absent: the service has no work beside its requests. */
  readonly worker?: Pick<DatabaseOptions, 'url' | 'poolSize' | 'plans'>;
}

const WORKER = 'worker';

/** The injection token of the DataSource for relay, consumers, jobs and pruning. `DataSource` itself is for requests. */
export const WORKER_DATA_SOURCE = getDataSourceToken(WORKER);

/** Gives a service its DataSources, connected before the application starts and closed after HTTP has stopped. */
@Module({})
export class DatabaseModule {
  static forRoot({ worker, ...requests }: ServiceDatabaseOptions): DynamicModule {
    const ofWorker = worker && { ...requests, ...worker, rows: 'all' as const };
    return {
      module: DatabaseModule,
      imports: [connected(requests), ...(ofWorker ? [connected(ofWorker, WORKER)] : [])],
      providers: [...checksOf(requests), ...(ofWorker ? checksOf(ofWorker, WORKER) : [])],
    };
  }
}

function connected(options: DatabaseOptions, name?: string): DynamicModule {
  const applicationName = name === undefined ? options.applicationName : `${options.applicationName}-${name}`;
  const settings = dataSourceOptions({ ...options, applicationName });
  return TypeOrmModule.forRoot({ ...settings, retryAttempts: 20, retryDelay: 500, ...(name ? { name } : {}) });
}

function checksOf({ poolSize = DEFAULT_POOL_SIZE }: DatabaseOptions, name?: string): Provider[] {
  const variable = name === undefined ? 'DATABASE_POOL_SIZE' : 'WORKER_DATABASE_POOL_SIZE';
  const inject = [getDataSourceToken(name)];
  return [
    {
      provide: `${variable} budget`,
      inject,
      useFactory: (dataSource: DataSource) => new ConnectionBudget(dataSource, poolSize, variable),
    },
    { provide: `${variable} role`, inject, useFactory: (dataSource: DataSource) => new RoleAtStart(dataSource) },
  ];
}

/** Refuses to start under a role that row-level security does not hold: nobody would notice later on. See `listenOrExit`. */
class RoleAtStart implements OnApplicationBootstrap {
  constructor(private readonly dataSource: DataSource) {}

  async onApplicationBootstrap(): Promise<void> {
    const problem = await roleProblem(this.dataSource);
    if (problem !== undefined) throw new UnfitRole(problem);
  }
}
