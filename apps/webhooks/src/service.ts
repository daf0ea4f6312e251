import { WORKER_DATA_SOURCE } from '@ci/database';
import { idempotencyKeyPruning } from '@ci/http';
import { createService, idempotencyProvider } from '@ci/service';
import type { DataSource } from 'typeorm';
import { ChangeWebhookController } from './change-webhook/change-webhook.controller.ts';
import { CLOCK, RANDOM, type Clock, type Random } from './clock.ts';
import { readConfig, SERVICE, type WebhooksConfig } from './config.ts';
import { access } from './database/access.ts';
import { entities, migrations } from './database/schema.ts';
import { DeleteWebhookController } from './delete-webhook/delete-webhook.controller.ts';
import { DeliveryLogController } from './deliveries/log/delivery-log.controller.ts';
import { deliveryPruning } from './deliveries/prune/delivery-pruning.ts';
import { measureDeliveries } from './deliveries/send/delivery-metrics.ts';
import { DeliverySender } from './deliveries/send/delivery-sender.ts';
import { SenderModule } from './deliveries/send/sender.module.ts';
import { CallEventFanOut } from './deliveries/store/call-event-fan-out.ts';
import { urlProblems } from './endpoints/endpoint-fields.ts';
import { EventTypesController } from './event-types/event-types.controller.ts';
import { URL_PROBLEMS } from './injection-tokens.ts';
import { OnCallDeletedConsumer } from './on-call-deleted/on-call-deleted.consumer.ts';
import { OnCallEndedConsumer } from './on-call-ended/on-call-ended.consumer.ts';
import { OnSummaryFailedConsumer } from './on-summary-failed/on-summary-failed.consumer.ts';
import { OnSummaryReadyConsumer } from './on-summary-ready/on-summary-ready.consumer.ts';
import { operations } from './operations.ts';
import { RecoverController } from './recoveries/recover.controller.ts';
import { RecoveriesController } from './recoveries/recoveries.controller.ts';
import { RecoveryWorker } from './recoveries/recovery-worker.ts';
import { RedeliverController } from './redeliver/redeliver.controller.ts';
import { RegisterWebhookController } from './register-webhook/register-webhook.controller.ts';
import { TestWebhookController } from './test-webhook/test-webhook.controller.ts';
import { addressPolicy } from './webhook-endpoint/address-policy.ts';
import { WebhookListController } from './webhook-list/webhook-list.controller.ts';

/** What tests put in place of the real thing. */
export interface Overrides {
  readonly clock: Clock;
  readonly random: Random;
}

export const service = createService<WebhooksConfig, Overrides>({
  name: SERVICE,
  readConfig,
  database: { entities, migrations, access },
  // What is pending is little at one moment and much at the next.
  operations,
  api: { title: 'Webhooks' },
  controllers: [
    EventTypesController,
    WebhookListController,
    RegisterWebhookController,
    ChangeWebhookController,
    DeleteWebhookController,
    TestWebhookController,
    DeliveryLogController,
    RedeliverController,
    RecoverController,
    RecoveriesController,
  ],
  consumers: [OnCallEndedConsumer, OnSummaryReadyConsumer, OnSummaryFailedConsumer, OnCallDeletedConsumer],
  measures: [measureDeliveries],
  parts: ({ config, logger, overrides: { clock = () => new Date(), random = Math.random } }) => ({
    modules: [SenderModule.forRoot({ config, logger, clock, random })],
    providers: [
      { provide: CLOCK, useValue: clock },
      { provide: RANDOM, useValue: random },
      { provide: URL_PROBLEMS, useValue: urlProblems(addressPolicy(config.WEBHOOK_ALLOWED_ADDRESSES)) },
      idempotencyProvider,
      {
        provide: RecoveryWorker,
        inject: [WORKER_DATA_SOURCE, DeliverySender],
        useFactory: (dataSource: DataSource, sender: DeliverySender) =>
          new RecoveryWorker({ dataSource, clock, logger, onScheduled: () => sender.wake() }),
      },
      CallEventFanOut,
    ],
    pruning: [idempotencyKeyPruning, ...deliveryPruning(clock)],
    afterTransaction: { provider: DeliverySender, run: (sender: DeliverySender) => sender.applyBackpressure() },
  }),
});
