import { Type, type Static } from 'typebox';
import { nullable, oneOf } from '../schema.ts';
import { subscribableEventTypes, webhookEventTypes } from '../resources/webhook.ts';

const url = Type.String({
  format: 'uri',
  maxLength: 2048,
  description: 'An absolute `https://` URL without user name and fragment.',
  examples: ['https://crm.example.com/hooks/calls'],
});
const events = Type.Array(oneOf(subscribableEventTypes), {
  minItems: 1,
  description: 'Event types to subscribe to. A repeated one counts once.',
  examples: [['call.ended', 'summary.ready']],
});
const description = Type.Optional(
  nullable(Type.String({ maxLength: 500, description: 'Label of the endpoint.', examples: ['CRM sync'] })),
);

/** Body of `POST /webhooks`. The service checks the URL once more. */
export const RegisterWebhookSchema = Type.Object(
  { url, events, description },
  { examples: [{ url: 'https://crm.example.com/hooks/calls', events: ['call.ended', 'summary.ready'] }] },
);
export type RegisterWebhook = Static<typeof RegisterWebhookSchema>;

/** Body of `PATCH /webhooks/{id}`. What is absent stays as it is. */
export const ChangeWebhookSchema = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    description,
    status: Type.Optional(
      oneOf(['active', 'disabled'], { description: '`disabled` stops deliveries. `active` starts them again.' }),
    ),
  },
  { examples: [{ status: 'active' }] },
);
export type ChangeWebhook = Static<typeof ChangeWebhookSchema>;

/** Body of `POST /webhooks/{id}/test`, which may be absent. */
export const TestWebhookSchema = Type.Object(
  {
    type: Type.Optional(
      nullable(
        oneOf(webhookEventTypes, {
          default: 'webhook.test',
          description: 'Type of the event. The body is the example of that type in `GET /webhooks/event-types`.',
        }),
      ),
    ),
  },
  { examples: [{ type: 'summary.ready' }] },
);
export type TestWebhook = Static<typeof TestWebhookSchema>;

/** Body of `POST /webhooks/{id}/recover`. */
export const RecoverWebhookSchema = Type.Object(
  {
    since: Type.String({
      format: 'date-time',
      description: 'Start of the time, inclusive: RFC 3339 with a zone, at most 30 days ago.',
      examples: ['2026-11-20T09:00:00Z'],
    }),
    until: Type.Optional(
      nullable(
        Type.String({
          format: 'date-time',
          description: 'End of the time, inclusive. Default: now.',
          examples: ['2026-11-20T12:00:00Z'],
        }),
      ),
    ),
  },
  { examples: [{ since: '2026-11-20T09:00:00Z' }] },
);
export type RecoverWebhook = Static<typeof RecoverWebhookSchema>;
