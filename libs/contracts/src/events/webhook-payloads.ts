import { Type, type Static, type TSchema } from 'typebox';
import { ActionItemSchema } from '../resources/action-item.ts';
import { CallSchema } from '../resources/call.ts';
import { CallSummarySchema } from '../resources/summary.ts';
import type { WebhookEventType } from '../resources/webhook.ts';
import { described, oneOf, Timestamp, withoutNames } from '../schema.ts';
import { summaryFailureReasons } from './integration-events.ts';

const payload = <Data extends TSchema>(type: WebhookEventType, name: string, description: string, data: Data) =>
  Type.Object(
    {
      id: Type.String({
        description: 'Id of the event, also the `webhook-id` header. Use it to recognize repeats.',
        examples: ['evt_01jd7vbq5n7p9r1s3t5v7w9y1a'],
      }),
      type: Type.Literal(type, { description: 'Type of the event.' }),
      timestamp: described(Timestamp, 'When the event happened, in UTC.'),
      workspace_id: Type.String({
        description: 'Id of the workspace.',
        examples: ['wsp_01jd7v7c3e5g7j9m1p3r5t7v9x'],
      }),
      data: described(data, 'The resources of the event, as they were at that time.'),
    },
    { $id: name, description },
  );

export const CallEndedPayloadSchema = payload(
  'call.ended',
  'CallEndedEvent',
  'A call was recorded.',
  Type.Object({ call: CallSchema }),
);
export type CallEndedPayload = Static<typeof CallEndedPayloadSchema>;

export const SummaryReadyPayloadSchema = payload(
  'summary.ready',
  'SummaryReadyEvent',
  'The analysis of a call is done.',
  Type.Object({
    call: CallSchema,
    summary: CallSummarySchema,
    action_items: Type.Array(ActionItemSchema, { description: 'All action items of the call.' }),
  }),
);
export type SummaryReadyPayload = Static<typeof SummaryReadyPayloadSchema>;

export const SummaryFailedPayloadSchema = payload(
  'summary.failed',
  'SummaryFailedEvent',
  'The analysis of a call ended without a summary.',
  Type.Object({
    call: CallSchema,
    reason: oneOf(summaryFailureReasons, {
      description: '`nothing_to_analyse`: the transcript has no usable words. `engine_failed`: the analysis failed.',
    }),
    revision: Type.Integer({ minimum: 1, description: 'Counts the analyses of this call, from 1.', examples: [1] }),
  }),
);
export type SummaryFailedPayload = Static<typeof SummaryFailedPayloadSchema>;

export const WebhookTestPayloadSchema = payload(
  'webhook.test',
  'WebhookTestEvent',
  'Sent on demand, to try an endpoint.',
  Type.Object({
    webhook_id: Type.String({
      description: 'Id of the webhook endpoint.',
      examples: ['whk_01jd7v8f6h8j0k2m4n6p8q0r2s'],
    }),
    message: Type.String({ description: 'A text for people.', examples: ['This is a test.'] }),
  }),
);
export type WebhookTestPayload = Static<typeof WebhookTestPayloadSchema>;

/** What each event type looks like on its way to a customer: never the internal event as it is. */
export const webhookPayloadSchemas: Readonly<Record<WebhookEventType, TSchema>> = {
  'call.ended': withoutNames(CallEndedPayloadSchema),
  'summary.ready': withoutNames(SummaryReadyPayloadSchema),
  'summary.failed': withoutNames(SummaryFailedPayloadSchema),
  'webhook.test': withoutNames(WebhookTestPayloadSchema),
};
