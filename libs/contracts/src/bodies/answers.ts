import { Type, type Static, type TUnsafe } from 'typebox';
import { resourceExamples } from '../examples/resource-examples.ts';
import { eventTypes } from '../examples/webhook-examples.ts';
import { oneOf } from '../schema.ts';
import { ActionItemDetailSchema } from '../resources/action-item.ts';
import { CallPreviewSchema, type CallPreview } from '../resources/call-preview.ts';
import { analysisStatuses, CallDetailSchema, type CallDetail } from '../resources/call.ts';
import { WebhookEndpointSchema, webhookEventTypes } from '../resources/webhook.ts';

/** Answer of `POST /calls` and `POST /calls/import` that records nothing. */
export const RecordedCallSchema: TUnsafe<CallDetail | CallPreview> = Type.Unsafe({
  oneOf: [CallDetailSchema, CallPreviewSchema],
  examples: [resourceExamples.CallDetail],
});

/** Answer of `GET /calls/{id}/action-items`. */
export const CallActionItemsSchema = Type.Object(
  {
    data: Type.Array(ActionItemDetailSchema, { description: 'All action items of the call, in order of mention.' }),
    analysis_status: oneOf(analysisStatuses, { description: 'State of the newest analysis.' }),
  },
  { examples: [{ data: [resourceExamples.ActionItemDetail], analysis_status: 'ready' }] },
);
export type CallActionItems = Static<typeof CallActionItemsSchema>;

/** Answer of `GET /webhooks`. */
export const WebhookListSchema = Type.Object(
  { data: Type.Array(WebhookEndpointSchema, { description: 'All endpoints, newest first.' }) },
  { examples: [{ data: [resourceExamples.WebhookEndpoint] }] },
);
export type WebhookList = Static<typeof WebhookListSchema>;

/** Answer of `GET /webhooks/event-types`. */
export const EventTypesSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        type: oneOf(webhookEventTypes, { description: 'Name of the type.' }),
        description: Type.String({ description: 'When it is sent.', examples: ['A call was recorded.'] }),
        subscribable: Type.Boolean({
          description: 'Whether an endpoint can subscribe. `false`: sent on demand.',
          examples: [true],
        }),
        schema: Type.Unsafe<object>({
          type: 'object',
          description: 'JSON Schema (2020-12) of a body. Later versions may add fields.',
        }),
        example: Type.Unsafe<object>({ type: 'object', description: 'A body as it is delivered.' }),
      }),
      { description: 'All event types.' },
    ),
  },
  { examples: [{ data: eventTypes.slice(-1) }] },
);
export type EventTypes = Static<typeof EventTypesSchema>;
