import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions, type DatabaseOptions } from './data-source.ts';

/** Gives a service its DataSource, connected before the application starts and closed after HTTP has stopped. */
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRoot({ ...dataSourceOptions(options), retryAttempts: 20, retryDelay: 500 })],
    };
  }
}
