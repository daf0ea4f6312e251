import { deliveryStatuses, webhookEventTypes, type DeliveryStatus, type WebhookEventType } from '@ci/contracts';
import { Description, PageQuery } from '@ci/http';
import { IsIn, IsOptional } from 'class-validator';

/** Query of `GET /v1/webhooks/{id}/deliveries`. */
export class ListDeliveries extends PageQuery {
  @Description('Only deliveries in this state.', 'failed')
  @IsOptional()
  @IsIn(deliveryStatuses, { message: `must be one of ${deliveryStatuses.join(', ')}` })
  readonly status?: DeliveryStatus;

  @Description('Only deliveries of events of this type.', 'summary.ready')
  @IsOptional()
  @IsIn(webhookEventTypes, { message: `must be one of ${webhookEventTypes.join(', ')}` })
  readonly event_type?: WebhookEventType;
}
