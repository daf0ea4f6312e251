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
import { Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CLOCK, RANDOM, type Clock, type Random } from './clock.ts';
import { SERVICE, type WebhooksConfig } from './config.ts';
import { databaseOptions } from './database/data-source.ts';
import { httpControllers } from './http-controllers.ts';
import { ADDRESS_POLICY, CURSOR_KEYS, ENCRYPTION_KEYS } from './injection-tokens.ts';
import { OnCallDeletedConsumer } from './on-call-deleted/on-call-deleted.consumer.ts';
import { OnCallEndedConsumer } from './on-call-ended/on-call-ended.consumer.ts';
import { OnSummaryFailedConsumer } from './on-summary-failed/on-summary-failed.consumer.ts';
import { OnSummaryReadyConsumer } from './on-summary-ready/on-summary-ready.consumer.ts';
import { deliveryPruning } from './deliveries/prune/delivery-pruning.ts';
import { RecoveryWorker } from './recoveries/recovery-worker.ts';
import { measureDeliveries } from './deliveries/send/delivery-metrics.ts';
import { DeliverySender } from './deliveries/send/delivery-sender.ts';
import { SenderModule } from './deliveries/send/sender.module.ts';
import { CallEventFanOut } from './deliveries/store/call-event-fan-out.ts';
import { releaseHeldByEnd } from './deliveries/store/call-gate.ts';
import { addressPolicy } from './webhook-endpoint/address-policy.ts';

export interface AppOptions {
  readonly config: WebhooksConfig;
  readonly logger: Logger;
  readonly onCrash: (error: Error) => void;
  readonly clock?: Clock;
  readonly random?: Random;
}

@Module({})
export class AppModule {
  static forRoot({
    config,
    logger,
    onCrash,
    clock = () => new Date(),
    random = Math.random,
  }: AppOptions): DynamicModule {
    const senderModule = SenderModule.forRoot({ config, logger, clock, random });
    return {
      module: AppModule,
      imports: [
        senderModule,
        DatabaseModule.forRoot(databaseOptions(config)),
        InternalTokenModule.forRoot({ audience: SERVICE, keys: config.INTERNAL_TOKEN_KEYS }),
        OperatorApiModule.forRoot({
          service: SERVICE,
          keys: config.OPERATOR_TOKEN_KEYS,
          onSkipped: releaseHeldByEnd,
        }),
        MessagingModule.forRootAsync({
          imports: [senderModule],
          inject: [WORKER_DATA_SOURCE, DeliverySender],
          useFactory: (dataSource: DataSource, sender: DeliverySender) => ({
            service: SERVICE,
            kafka: kafkaSettings(config, SERVICE),
            dataSource,
            logger,
            onCrash,
            transaction: async (work) => {
              const result = await inTransaction(dataSource, work, { attempts: Infinity });
              await sender.applyBackpressure();
              return result;
            },
            pruning: { ...pruningOf(config), tasks: [idempotencyKeyPruning, ...deliveryPruning(clock)] },
          }),
        }),
        MetricsModule.forRoot({
          service: SERVICE,
          address: config,
          logger,
          measures: [measureEvents, measureDeliveries],
        }),
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
      controllers: [
        ...httpControllers,
        OnCallEndedConsumer,
        OnSummaryReadyConsumer,
        OnSummaryFailedConsumer,
        OnCallDeletedConsumer,
      ],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: RANDOM, useValue: random },
        { provide: ADDRESS_POLICY, useValue: addressPolicy(config.WEBHOOK_ALLOWED_ADDRESSES) },
        { provide: CURSOR_KEYS, useValue: config.CURSOR_KEYS },
        { provide: ENCRYPTION_KEYS, useValue: config.ENCRYPTION_KEYS },
        {
          provide: Idempotency,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) =>
            new Idempotency({ dataSource, runTransaction: inTransaction, encryptionKeys: config.ENCRYPTION_KEYS }),
        },
        {
          provide: RecoveryWorker,
          inject: [WORKER_DATA_SOURCE, DeliverySender],
          useFactory: (dataSource: DataSource, sender: DeliverySender) =>
            new RecoveryWorker({ dataSource, clock, logger, onScheduled: () => sender.wake() }),
        },
        CallEventFanOut,
      ],
    };
  }
}
