import { deliveryStatuses, webhookEventTypes, type DeliveryStatus, type WebhookEventType } from '@ci/contracts';
import { IsIn, IsOptional } from 'class-validator';
import { PageQuery } from '../../page-query.dto.ts';

/** Query of `GET /v1/webhooks/{id}/deliveries`. */
export class ListDeliveries extends PageQuery {
  @IsOptional()
  @IsIn(deliveryStatuses, { message: `must be one of ${deliveryStatuses.join(', ')}` })
  readonly status?: DeliveryStatus;

  @IsOptional()
  @IsIn(webhookEventTypes, { message: `must be one of ${webhookEventTypes.join(', ')}` })
  readonly event_type?: WebhookEventType;
}
