import { inTransaction, measureEvents, positionsCheck } from '@ci/event-store';
import { KafkaTransport, MessagingModule, pruningOf, kafkaSettings } from '@ci/messaging';
import { OperatorApiModule } from '@ci/operations';
import {
  databaseChecks,
  DatabaseModule,
  HealthModule,
  Idempotency,
  idempotencyKeyPruning,
  InternalTokenModule,
  MetricsModule,
  WORKER_DATA_SOURCE,
  type Logger,
} from '@ci/platform';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SERVICE, type IngestionConfig } from './config.ts';
import { databaseOptions } from './database/data-source.ts';
import { CallCommandHandler } from './handle-command/call.command-handler.ts';
import { httpControllers } from './http-controllers.ts';
import { CURSOR_KEYS } from './injection-tokens.ts';
import { OnSummaryFailed } from './on-summary-failed/on-summary-failed.consumer.ts';
import { OnSummaryReady } from './on-summary-ready/on-summary-ready.consumer.ts';
import { keptTranscripts } from './publish/call.integration-events.ts';
import { RecordCallHandler } from './record-call/record-call.command-handler.ts';

export interface AppOptions {
  readonly config: IngestionConfig;
  readonly logger: Logger;
  /** Consuming has ended for good. */
  readonly onCrash: (error: Error) => void;
}

@Module({})
export class AppModule {
  static forRoot(options: AppOptions): DynamicModule {
    const { config, logger } = options;
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot(databaseOptions(config)),
        InternalTokenModule.forRoot({ audience: SERVICE, keys: config.INTERNAL_TOKEN_KEYS }),
        OperatorApiModule.forRoot({ service: SERVICE, keys: config.OPERATOR_TOKEN_KEYS }),
        MetricsModule.forRoot({ service: SERVICE, address: config, logger, measures: [measureEvents] }),
        messaging(options),
        health(options),
      ],
      controllers: [...httpControllers, OnSummaryReady, OnSummaryFailed],
      providers: [
        CallCommandHandler,
        RecordCallHandler,
        idempotency(config),
        { provide: CURSOR_KEYS, useValue: config.CURSOR_KEYS },
      ],
    };
  }
}

function messaging({ config, logger, onCrash }: AppOptions): DynamicModule {
  return MessagingModule.forRootAsync({
    inject: [WORKER_DATA_SOURCE],
    useFactory: (dataSource: DataSource) => ({
      service: SERVICE,
      kafka: kafkaSettings(config, SERVICE),
      dataSource,
      logger,
      onCrash,
      // A consumer can not return a conflict to a client: it retries until it succeeds.
      transaction: (work) => inTransaction(dataSource, work, { attempts: Infinity }),
      pruning: { ...pruningOf(config), tasks: [idempotencyKeyPruning] },
      kept: keptTranscripts,
    }),
  });
}

function health({ logger }: AppOptions): DynamicModule {
  return HealthModule.forRootAsync({
    inject: [DataSource, WORKER_DATA_SOURCE, KafkaTransport],
    useFactory: (dataSource: DataSource, worker: DataSource, transport: KafkaTransport) => ({
      checks: {
        ...databaseChecks([dataSource, worker], ({ message }) => logger.error(message)),
        events: positionsCheck(worker, ({ message }) => logger.error(message)),
        kafka: () => transport.assertHealthy(),
      },
    }),
  });
}

function idempotency({ ENCRYPTION_KEYS }: IngestionConfig): Provider {
  return {
    provide: Idempotency,
    inject: [DataSource],
    useFactory: (dataSource: DataSource) =>
      new Idempotency({ dataSource, runTransaction: inTransaction, encryptionKeys: ENCRYPTION_KEYS }),
  };
}
