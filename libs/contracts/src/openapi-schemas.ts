import type { TSchema } from 'typebox';
import * as webhookPayloads from './events/webhook-payloads.ts';
import * as actionItem from './resources/action-item.ts';
import * as callPreview from './resources/call-preview.ts';
import * as call from './resources/call.ts';
import * as coaching from './resources/coaching.ts';
import * as contact from './resources/contact.ts';
import * as createCall from './bodies/create-call.ts';
import * as error from './resources/error.ts';
import * as summary from './resources/summary.ts';
import * as webhook from './resources/webhook.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const modules = [
  call,
  createCall,
  summary,
  coaching,
  actionItem,
  contact,
  webhook,
  error,
  webhookPayloads,
  callPreview,
];

/** Every named public schema, by its name, with `$ref: "#/components/schemas/…"` where one holds another. Its example is where it is used. */
export const openApiSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  modules
    .flatMap((exports) => Object.values(exports as Record<string, unknown>))
    .filter(isNamedSchema)
    .map((schema) => [schema.$id, withReferences(schema)]),
);

function isNamedSchema(value: unknown): value is TSchema & { readonly $id: string } {
  return typeof value === 'object' && value !== null && typeof (value as { $id?: unknown }).$id === 'string';
}

function withReferences(schema: object): JsonSchema {
  const { $id: _name, examples: _examples, ...rest } = schema as { readonly $id?: string; readonly examples?: unknown };
  return referencesInside(rest) as JsonSchema;
}

function referencesInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referencesInside);
  if (isNamedSchema(value)) return { $ref: `#/components/schemas/${value.$id}` };
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, referencesInside(inner)]));
}
