import { webhookEventTypes, type WebhookEventType } from '@ci/contracts';
import { IsIn, IsOptional } from 'class-validator';

/** Body of `POST /v1/webhooks/{id}/test`, which may be left out. */
export class TestEvent {
  @IsOptional()
  @IsIn(webhookEventTypes, { message: `must be one of ${webhookEventTypes.join(', ')}` })
  readonly type?: WebhookEventType | null;
}

/** For the API description; `TestEvent` is what checks it. */
export const testEventSchema = {
  type: 'object',
  properties: {
    type: {
      type: ['string', 'null'],
      enum: [...webhookEventTypes, null],
      default: 'webhook.test',
      description: 'Type of the event. The body is the example of that type in `GET /webhooks/event-types`.',
    },
  },
};
