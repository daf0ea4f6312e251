import { Type, type Static } from 'typebox';
import { described, nullable, oneOf, Timestamp } from '../schema.ts';

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
        description: 'When the first attempt after the last success failed, in UTC. `null` while attempts succeed.',
        examples: ['2026-11-21T09:30:00.000Z'],
      }),
    ),
    failed_attempts: Type.Integer({
      minimum: 0,
      description: 'Failed attempts since the last success.',
      examples: [0],
    }),
    failure_rate: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Failed share of the attempts on the 100 newest deliveries, 0 to 1. `null` if none was tried recently.',
        examples: [0.02],
      }),
    ),
    next_attempt_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'When the next pending delivery is due, in UTC. `null` if none is pending.',
        examples: ['2026-11-21T09:30:00.000Z'],
      }),
    ),
  },
  { $id: 'WebhookHealth', description: 'Health of an endpoint: failures and the next attempt.' },
);
export type WebhookHealth = Static<typeof WebhookHealthSchema>;

const webhookId = Type.String({
  description: 'Id of the webhook endpoint.',
  examples: ['whk_01jd7v8f6h8j0k2m4n6p8q0r2s'],
});

const endpointFields = {
  id: webhookId,
  url: Type.String({
    format: 'uri',
    description: 'HTTPS address that deliveries go to.',
    examples: ['https://crm.example.com/hooks/calls'],
  }),
  events: Type.Array(oneOf(subscribableEventTypes), {
    description: 'Event types that the endpoint subscribes to.',
    examples: [['call.ended', 'summary.ready']],
  }),
  description: nullable(Type.String({ description: 'Label of the endpoint.', examples: ['CRM sync'] })),
  created_at: described(Timestamp, 'When the endpoint was registered, in UTC.'),
  status: oneOf(['active', 'disabled'], { description: 'A disabled endpoint gets no deliveries.' }),
  disabled_reason: nullable(
    oneOf(['gone', 'failing', 'manual'], {
      description:
        '`gone`: it answered 410. `failing`: no success for 5 days. `manual`: a client disabled it. `null` while it is active.',
    }),
  ),
  disabled_at: nullable(described(Timestamp, 'When it was disabled, in UTC. `null` while it is active.')),
  health: WebhookHealthSchema,
};

export const WebhookEndpointSchema = Type.Object(endpointFields, {
  $id: 'WebhookEndpoint',
  description: 'A registered endpoint, without its secret.',
});
export type WebhookEndpoint = Static<typeof WebhookEndpointSchema>;

export const CreatedWebhookEndpointSchema = Type.Object(
  {
    ...endpointFields,
    secret: Type.String({
      description: 'Signing secret. Only this response holds it.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  },
  { $id: 'CreatedWebhookEndpoint', description: 'A new endpoint with its secret.' },
);
export type CreatedWebhookEndpoint = Static<typeof CreatedWebhookEndpointSchema>;

export const DeliveryAttemptSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'Counts the attempts of a delivery, from 1.', examples: [1] }),
    attempted_at: described(Timestamp, 'Start of the attempt, in UTC.'),
    latency_ms: Type.Integer({ minimum: 0, description: 'Time to the response, in milliseconds.', examples: [84] }),
    status_code: nullable(
      Type.Integer({ description: 'HTTP status of the response. `null` if there was none.', examples: [204] }),
    ),
    error: nullable(
      Type.String({
        description: 'Why the attempt failed. `null` if it succeeded.',
        examples: ['The connection was refused.'],
      }),
    ),
    response_body: nullable(
      Type.String({ description: 'The first kilobyte of the response.', examples: ['not a genuine delivery'] }),
    ),
  },
  { $id: 'DeliveryAttempt', description: 'One request to the endpoint.' },
);
export type DeliveryAttempt = Static<typeof DeliveryAttemptSchema>;

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const deliveryFields = {
  id: Type.String({ description: 'Id of the delivery.', examples: ['dlv_01jd7vc0e2g4j6m8p0s2v4x6z8'] }),
  webhook_id: webhookId,
  event_id: Type.String({
    description: 'Id of the event, also the `webhook-id` header. All attempts and redeliveries have the same.',
    examples: ['evt_01jd7vbq5n7p9r1s3t5v7w9y1a'],
  }),
  event_type: oneOf(webhookEventTypes, { description: 'Type of the event.' }),
  status: oneOf(deliveryStatuses, {
    description:
      '`pending`: an attempt is due. `delivered`: an attempt succeeded. `failed`: all attempts failed. ' +
      '`dropped`: the endpoint was disabled.',
  }),
  created_at: described(Timestamp, 'When the delivery was created, in UTC.'),
  next_attempt_at: nullable(described(Timestamp, 'When the next attempt is due, in UTC. `null` if none is.')),
  attempts: Type.Array(DeliveryAttemptSchema, { description: 'All attempts, oldest first.' }),
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
        description: 'Body of the request, the same bytes in every attempt. `null` after its call was deleted.',
        examples: ['{"id":"evt_01jd7vbq5n7p9r1s3t5v7w9y1a","type":"call.ended"}'],
      }),
    ),
  },
  { $id: 'DeliveryDetail', description: 'A delivery with the body that is sent.' },
);
export type DeliveryDetail = Static<typeof DeliveryDetailSchema>;

export const recoveryStatuses = ['running', 'completed', 'cancelled', 'stopped'] as const;
export type RecoveryStatus = (typeof recoveryStatuses)[number];

const since = described(Timestamp, 'Start of the time, in UTC, inclusive.');
const until = described(Timestamp, 'End of the time, in UTC: the moment of the request.');

const recoveryTotal = Type.Integer({
  minimum: 0,
  description: 'Deliveries of that time that had not arrived: failed, pending a retry, or dropped while disabled.',
  examples: [120],
});

export const WebhookRecoverySchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the recovery.', examples: ['rec_01jd7vf2m4p6r8t0v2x4z6b8d0'] }),
    webhook_id: webhookId,
    since,
    until,
    status: oneOf(recoveryStatuses, {
      description:
        '`completed`: each was tried once more. `cancelled`: by a client. `stopped`: the endpoint was disabled.',
    }),
    total: recoveryTotal,
    scheduled: Type.Integer({
      minimum: 0,
      description:
        'Sent again so far. It may differ from `total` in the end: some arrive or are erased earlier, others fail.',
      examples: [120],
    }),
    delivered: Type.Integer({ minimum: 0, description: 'Delivered so far, of those scheduled.', examples: [118] }),
    pending: Type.Integer({
      minimum: 0,
      description: 'Not tried yet or pending a retry, of those scheduled.',
      examples: [1],
    }),
    failed: Type.Integer({ minimum: 0, description: 'Failed for good, of those scheduled.', examples: [1] }),
    created_at: described(Timestamp, 'When the recovery was requested, in UTC.'),
    finished_at: nullable(described(Timestamp, 'When it ended, in UTC. `null` while it runs.')),
  },
  { $id: 'WebhookRecovery', description: 'A job that sends again all deliveries of a time that had not arrived.' },
);
export type WebhookRecovery = Static<typeof WebhookRecoverySchema>;

export const WebhookRecoveryPreviewSchema = Type.Object(
  { webhook_id: webhookId, since, until, total: recoveryTotal },
  { $id: 'WebhookRecoveryPreview', description: 'The deliveries that a recovery would send again.' },
);
export type WebhookRecoveryPreview = Static<typeof WebhookRecoveryPreviewSchema>;
