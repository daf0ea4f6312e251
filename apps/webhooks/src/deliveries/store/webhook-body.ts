import { webhookPayloadSchemas, type WebhookEventType } from '@ci/contracts';
import { timestamp } from '@ci/validation';

export interface WebhookBodyParts {
  readonly id: string;
  readonly type: WebhookEventType;
  readonly time: Date;
  readonly workspaceId: string;
  /** What is known of the event; the public schema says what of it is shown. */
  readonly data: object;
}

/**
 * The body as every receiver gets it, now and in every retry: made once and stored as text, because a signature is over bytes. Only
 * fields of the public schema get in, so an internal event may grow without showing more.
 */
export function webhookBody({ id, type, time, workspaceId, data }: WebhookBodyParts): string {
  const whole = { id, type, timestamp: timestamp(time), workspace_id: workspaceId, data };
  return JSON.stringify(publicPart(webhookPayloadSchemas[type], whole));
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/** Objects lose what their schema does not name and take its order; everything else stays as it is. */
function publicPart(schema: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => publicPart(schema.items ?? {}, item));
  if (typeof value !== 'object' || value === null || schema.properties === undefined) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([name]) => fields[name] !== undefined)
      .map(([name, property]) => [name, publicPart(property, fields[name])]),
  );
}
