import { subscribableEventTypes } from '@ci/contracts';

const fields = {
  url: {
    type: 'string',
    format: 'uri',
    maxLength: 2048,
    description: 'An absolute `https://` URL without user name and fragment.',
    examples: ['https://crm.example.com/hooks/calls'],
  },
  events: {
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: [...subscribableEventTypes] },
    description: 'Event types to subscribe to. A repeated one counts once.',
    examples: [['call.ended', 'summary.ready']],
  },
  description: {
    type: ['string', 'null'],
    maxLength: 500,
    description: 'Label of the endpoint.',
    examples: ['CRM sync'],
  },
};

/** The bodies of POST and PATCH for the API description; `readRegistration` and `readChange` are what checks them. */
export const registrationBodySchema = { type: 'object', required: ['url', 'events'], properties: fields };

/** What may be done with an endpoint. */
export const webhookOperations = [
  'getWebhook',
  'updateWebhook',
  'deleteWebhook',
  'testWebhook',
  'listDeliveries',
  'recoverWebhook',
  'listRecoveries',
] as const;

export const changeBodySchema = {
  type: 'object',
  properties: {
    ...fields,
    status: {
      type: 'string',
      enum: ['active', 'disabled'],
      description: '`disabled` stops deliveries. `active` starts them again.',
    },
  },
};
