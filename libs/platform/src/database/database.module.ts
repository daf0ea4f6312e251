import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ConnectionBudget } from './connection-budget.ts';
import { dataSourceOptions, DEFAULT_POOL_SIZE, type DatabaseOptions } from './data-source.ts';

/** Gives a service its DataSource, connected before the application starts and closed after HTTP has stopped. */
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRoot({ ...dataSourceOptions(options), retryAttempts: 20, retryDelay: 500 })],
      providers: [
        {
          provide: ConnectionBudget,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) =>
            new ConnectionBudget(dataSource, options.poolSize ?? DEFAULT_POOL_SIZE),
        },
      ],
    };
  }
}
