import { Type, type Static } from 'typebox';
import { nullable, oneOf, Timestamp } from '../schema.ts';

/** Event types that an endpoint may subscribe to. `webhook.test` is sent on demand and needs no subscription. */
export const subscribableEventTypes = ['call.ended', 'summary.ready', 'summary.failed'] as const;
export type SubscribableEventType = (typeof subscribableEventTypes)[number];

export const webhookEventTypes = [...subscribableEventTypes, 'webhook.test'] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

const endpointFields = {
  id: Type.String({ examples: ['whk_01jd7v8f6h8j0k2m4n6p8q0r2s'] }),
  url: Type.String({ format: 'uri', examples: ['https://crm.example.com/hooks/calls'] }),
  events: Type.Array(oneOf(subscribableEventTypes)),
  description: nullable(Type.String()),
  created_at: Timestamp,
  status: oneOf(['active', 'disabled']),
  disabled_reason: nullable(
    oneOf(['gone', 'failing', 'manual'], {
      description: 'gone: it answered 410. failing: no success for 5 days. manual: disabled by a client.',
    }),
  ),
  disabled_at: nullable(Timestamp),
};

export const WebhookEndpointSchema = Type.Object(endpointFields, { $id: 'WebhookEndpoint' });
export type WebhookEndpoint = Static<typeof WebhookEndpointSchema>;

export const CreatedWebhookEndpointSchema = Type.Object(
  { ...endpointFields, secret: Type.String({ description: 'Signing secret (whsec_…). Shown in this answer only.' }) },
  { $id: 'CreatedWebhookEndpoint' },
);
export type CreatedWebhookEndpoint = Static<typeof CreatedWebhookEndpointSchema>;

export const DeliveryAttemptSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    attempted_at: Timestamp,
    latency_ms: Type.Integer({ minimum: 0 }),
    status_code: nullable(Type.Integer()),
    error: nullable(Type.String({ description: 'Why there was no answer, or why it did not count.' })),
    response_body: nullable(Type.String({ description: 'The first kilobyte of the answer.' })),
  },
  { $id: 'DeliveryAttempt' },
);
export type DeliveryAttempt = Static<typeof DeliveryAttemptSchema>;

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const DeliverySchema = Type.Object(
  {
    id: Type.String({ examples: ['dlv_01jd7vc0e2g4j6m8p0s2v4x6z8'] }),
    webhook_id: Type.String(),
    event_id: Type.String({ description: 'Also the webhook-id header; the same over retries and redeliveries.' }),
    event_type: oneOf(webhookEventTypes),
    status: oneOf(deliveryStatuses),
    created_at: Timestamp,
    next_attempt_at: nullable(Timestamp),
    attempts: Type.Array(DeliveryAttemptSchema),
  },
  { $id: 'Delivery', description: 'One event on its way to one endpoint.' },
);
export type Delivery = Static<typeof DeliverySchema>;
