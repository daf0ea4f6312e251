import { ChangeWebhookController } from './change-webhook/change-webhook.controller.ts';
import { DeleteWebhookController } from './delete-webhook/delete-webhook.controller.ts';
import { DeliveryLogController } from './deliveries/log/delivery-log.controller.ts';
import { EventTypesController } from './event-types/event-types.controller.ts';
import { RecoverController } from './recoveries/recover.controller.ts';
import { RecoveriesController } from './recoveries/recoveries.controller.ts';
import { RedeliverController } from './redeliver/redeliver.controller.ts';
import { RegisterWebhookController } from './register-webhook/register-webhook.controller.ts';
import { TestWebhookController } from './test-webhook/test-webhook.controller.ts';
import { WebhookListController } from './webhook-list/webhook-list.controller.ts';

/** What this service answers over HTTP. */
export const httpControllers = [
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
];
