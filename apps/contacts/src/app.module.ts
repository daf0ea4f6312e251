import { inTransaction, measureEvents, positionsCheck } from '@ci/event-store';
import { KafkaTransport, MessagingModule, pruningOf, kafkaSettings } from '@ci/messaging';
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
import { CONFIG, type ContactsConfig } from './config.ts';
import { entities } from './database/schema.ts';
import { deletedCallsPruning } from './handle-command/deleted-calls.ts';
import { ContactCommandHandler } from './handle-command/contact.command-handler.ts';
import { httpControllers } from './http-controllers.ts';
import { OnCallDeleted } from './on-call-deleted/on-call-deleted.consumer.ts';
import { OnCallEnded } from './on-call-ended/on-call-ended.consumer.ts';
import { OnCallUpdated } from './on-call-updated/on-call-updated.consumer.ts';
import { OnSummaryReady } from './on-summary-ready/on-summary-ready.consumer.ts';

/** The slices of the service, and what it stands on. */
@Module({})
export class AppModule {
  static forRoot(config: ContactsConfig, logger: Logger): DynamicModule {
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
          applicationName: 'contacts',
          entities,
        }),
        InternalTokenModule.forRoot({ audience: 'contacts', keys: config.INTERNAL_TOKEN_KEYS }),
        OperatorApiModule.forRoot({ service: 'contacts', keys: config.OPERATOR_TOKEN_KEYS }),
        MessagingModule.forRootAsync({
          inject: [WORKER_DATA_SOURCE],
          useFactory: (dataSource: DataSource) => ({
            service: 'contacts',
            kafka: kafkaSettings(config, 'contacts'),
            dataSource,
            logger,
            transaction: (work) => inTransaction(dataSource, work, { attempts: Infinity }),
            pruning: { ...pruningOf(config), tasks: [deletedCallsPruning(config.INBOX_RETENTION_DAYS)] },
            onCrash: endAfterCrash(logger),
          }),
        }),
        MetricsModule.forRoot({ service: 'contacts', address: config, logger, measures: [measureEvents] }),
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
      controllers: [...httpControllers, OnCallEnded, OnSummaryReady, OnCallUpdated, OnCallDeleted],
      providers: [{ provide: CONFIG, useValue: config }, ContactCommandHandler],
      exports: [CONFIG],
    };
  }
}
