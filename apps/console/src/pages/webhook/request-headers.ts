import type { Delivery, DeliveryAttempt } from '../../api/webhooks.ts';

/** What is known of the headers of an attempt. Its signature is not kept: it follows from these, the body and the secret. */
export function requestHeadersOf({ event_id }: Pick<Delivery, 'event_id'>, { attempted_at }: DeliveryAttempt): string {
  const seconds = Math.floor(Date.parse(attempted_at) / 1_000);
  return [
    'content-type: application/json',
    `webhook-id: ${event_id}`,
    `webhook-timestamp: ${String(seconds)}`,
    'webhook-signature: v1,…',
  ].join('\n');
}
