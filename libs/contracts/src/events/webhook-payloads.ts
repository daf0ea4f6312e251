import { Type, type Static, type TSchema } from 'typebox';
import { ActionItemSchema } from '../resources/action-item.ts';
import { CallSchema } from '../resources/call.ts';
import { CallSummarySchema } from '../resources/summary.ts';
import type { WebhookEventType } from '../resources/webhook.ts';
import { oneOf, Timestamp, withoutNames } from '../schema.ts';
import { summaryFailureReasons } from './integration-events.ts';

const payload = <Data extends TSchema>(type: WebhookEventType, name: string, description: string, data: Data) =>
  Type.Object(
    {
      id: Type.String({ examples: ['evt_01jd7vbq5n7p9r1s3t5v7w9y1a'] }),
      type: Type.Literal(type),
      timestamp: Timestamp,
      workspace_id: Type.String(),
      data,
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
  'A call was analysed.',
  Type.Object({ call: CallSchema, summary: CallSummarySchema, action_items: Type.Array(ActionItemSchema) }),
);
export type SummaryReadyPayload = Static<typeof SummaryReadyPayloadSchema>;

export const SummaryFailedPayloadSchema = payload(
  'summary.failed',
  'SummaryFailedEvent',
  'The analysis of a call ended without a summary.',
  Type.Object({
    call: CallSchema,
    reason: oneOf(summaryFailureReasons),
    revision: Type.Integer({ minimum: 1 }),
  }),
);
export type SummaryFailedPayload = Static<typeof SummaryFailedPayloadSchema>;

export const WebhookTestPayloadSchema = payload(
  'webhook.test',
  'WebhookTestEvent',
  'Sent on demand, to try an endpoint.',
  Type.Object({ webhook_id: Type.String(), message: Type.String() }),
);
export type WebhookTestPayload = Static<typeof WebhookTestPayloadSchema>;

/** What each event type looks like on its way to a customer: never the internal event as it is. */
export const webhookPayloadSchemas: Readonly<Record<WebhookEventType, TSchema>> = {
  'call.ended': withoutNames(CallEndedPayloadSchema),
  'summary.ready': withoutNames(SummaryReadyPayloadSchema),
  'summary.failed': withoutNames(SummaryFailedPayloadSchema),
  'webhook.test': withoutNames(WebhookTestPayloadSchema),
};
