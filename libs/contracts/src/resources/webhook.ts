import { Type, type Static } from 'typebox';
import { nullable, oneOf, Timestamp } from '../schema.ts';

/** Event types that an endpoint may subscribe to. `webhook.test` is sent on demand and needs no subscription. */
export const subscribableEventTypes = ['call.ended', 'summary.ready', 'summary.failed'] as const;
export type SubscribableEventType = (typeof subscribableEventTypes)[number];

export const webhookEventTypes = [...subscribableEventTypes, 'webhook.test'] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** How an endpoint does, at a glance. */
export const WebhookHealthSchema = Type.Object(
  {
    failing_since: nullable(
      Type.String({
        format: 'date-time',
        description: 'When the first attempt after the last success failed; null while it is well.',
      }),
    ),
    failed_attempts: Type.Integer({ minimum: 0, description: 'Failed attempts since the last success.' }),
    failure_rate: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'The failed part of the attempts on the 100 newest deliveries that were tried; null when none was tried lately.',
      }),
    ),
    next_attempt_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'When the next pending delivery is due; null when none is pending.',
      }),
    ),
  },
  { $id: 'WebhookHealth', description: 'How an endpoint does: failures, and when it is tried next.' },
);
export type WebhookHealth = Static<typeof WebhookHealthSchema>;

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
  health: WebhookHealthSchema,
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

const deliveryFields = {
  id: Type.String({ examples: ['dlv_01jd7vc0e2g4j6m8p0s2v4x6z8'] }),
  webhook_id: Type.String(),
  event_id: Type.String({ description: 'Also the webhook-id header; the same over retries and redeliveries.' }),
  event_type: oneOf(webhookEventTypes),
  status: oneOf(deliveryStatuses),
  created_at: Timestamp,
  next_attempt_at: nullable(Timestamp),
  attempts: Type.Array(DeliveryAttemptSchema),
};

export const DeliverySchema = Type.Object(deliveryFields, {
  $id: 'Delivery',
  description: 'One event on its way to one endpoint.',
});
export type Delivery = Static<typeof DeliverySchema>;

export const DeliveryDetailSchema = Type.Object(
  {
    ...deliveryFields,
    request_body: nullable(
      Type.String({
        description:
          'The body of the request, the same bytes in every attempt. null when it is not kept any more: its call was deleted.',
      }),
    ),
  },
  { $id: 'DeliveryDetail', description: 'A delivery with the body that is sent.' },
);
export type DeliveryDetail = Static<typeof DeliveryDetailSchema>;

export const recoveryStatuses = ['running', 'completed', 'cancelled', 'stopped'] as const;
export type RecoveryStatus = (typeof recoveryStatuses)[number];

const recoveryTotal = Type.Integer({
  minimum: 0,
  description: 'Deliveries of that time that had not arrived: failed, waiting for a retry, or dropped while disabled.',
});

export const WebhookRecoverySchema = Type.Object(
  {
    id: Type.String({ examples: ['rec_01jd7vf2m4p6r8t0v2x4z6b8d0'] }),
    webhook_id: Type.String(),
    since: Timestamp,
    until: Timestamp,
    status: oneOf(recoveryStatuses, {
      description:
        'completed: each was tried once more. cancelled: by a client. stopped: the endpoint was disabled meanwhile.',
    }),
    total: recoveryTotal,
    scheduled: Type.Integer({
      minimum: 0,
      description:
        'Sent again so far. In the end it may differ from `total`: meanwhile some arrive by themselves or are erased, others fail.',
    }),
    delivered: Type.Integer({ minimum: 0, description: 'Of those scheduled, by now.' }),
    pending: Type.Integer({ minimum: 0, description: 'Of those scheduled: not tried yet, or waiting for a retry.' }),
    failed: Type.Integer({ minimum: 0, description: 'Of those scheduled: given up again.' }),
    created_at: Timestamp,
    finished_at: nullable(Timestamp),
  },
  { $id: 'WebhookRecovery', description: 'A job that sends all deliveries of a time again that had not arrived.' },
);
export type WebhookRecovery = Static<typeof WebhookRecoverySchema>;

export const WebhookRecoveryPreviewSchema = Type.Object(
  { webhook_id: Type.String(), since: Timestamp, until: Timestamp, total: recoveryTotal },
  { $id: 'WebhookRecoveryPreview', description: 'What a recovery would send again.' },
);
export type WebhookRecoveryPreview = Static<typeof WebhookRecoveryPreviewSchema>;
