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
      '410': { description: 'The endpoint is gone. The service disables it at once.' },
      default: { description: 'Not received. The service retries.' },
    },
  };
}

function eventTypeOf(schema: Json | undefined): unknown {
  const properties = schema?.['properties'] as { readonly type?: { readonly const?: unknown } } | undefined;
  return properties?.type?.const;
}

const signatureHeaders = [
  ['webhook-id', 'Id of the event. All attempts and redeliveries have the same.', 'evt_01jd7vbq5n7p9r1s3t5v7w9y1a'],
  ['webhook-timestamp', 'Start of this attempt, in seconds since 1970, UTC.', '1795447862'],
  [
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of id, timestamp and body, joined by dots.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
].map(([name, description, example]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
}));
