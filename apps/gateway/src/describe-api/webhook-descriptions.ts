import { webhookExamples, webhookPayloadSchemas } from '@ci/contracts';
import type { Json } from './json.ts';

/** The requests that the service makes: one entry for each event type. */
export function webhookDescriptions(schemas: Readonly<Record<string, Json>>): Json {
  return Object.fromEntries(
    Object.keys(webhookPayloadSchemas).map((type) => [type, { post: describedEvent(type as EventType, schemas) }]),
  );
}

type EventType = keyof typeof webhookExamples;

function describedEvent(type: EventType, schemas: Readonly<Record<string, Json>>): Json {
  const name = Object.keys(schemas).find((candidate) => eventTypeOf(schemas[candidate]) === type);
  const schema = name === undefined ? webhookPayloadSchemas[type] : { $ref: `#/components/schemas/${name}` };
  return {
    operationId: `on${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: (name === undefined ? undefined : schemas[name]?.['description']) ?? type,
    tags: ['Webhooks'],
    security: [],
    parameters: signatureHeaders,
    requestBody: { required: true, content: { 'application/json': { schema, example: webhookExamples[type] } } },
    responses: {
      '2XX': { description: 'Received.' },
      '410': { description: 'The endpoint is gone: it is disabled at once.' },
      default: { description: 'Not received: the delivery is tried again.' },
    },
  };
}

function eventTypeOf(schema: Json | undefined): unknown {
  const properties = schema?.['properties'] as { readonly type?: { readonly const?: unknown } } | undefined;
  return properties?.type?.const;
}

const signatureHeaders = [
  ['webhook-id', 'The id of the event: the same over retries and redeliveries.'],
  ['webhook-timestamp', 'Seconds since 1970 of this attempt.'],
  ['webhook-signature', '`v1,` and the base64 HMAC-SHA256 of id, timestamp and body, joined by dots.'],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));
