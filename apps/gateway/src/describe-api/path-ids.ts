import {
  ActionItemSchema,
  CallSchema,
  ContactSchema,
  DeliverySchema,
  WebhookEndpointSchema,
  WebhookRecoverySchema,
} from '@ci/contracts';
import type { Json } from './json.ts';

const schemas: Readonly<Record<string, { readonly properties: { readonly id: object } }>> = {
  calls: CallSchema,
  'action-items': ActionItemSchema,
  contacts: ContactSchema,
  webhooks: WebhookEndpointSchema,
  deliveries: DeliverySchema,
  delivery_id: DeliverySchema,
  recovery_id: WebhookRecoverySchema,
};

interface IdSchema {
  readonly description: string;
  readonly examples: readonly string[];
}

/** An id in a path, described as its resource describes it: `id` is that of the list at the start of the path. Others stay as they are. */
export function withPathIdText(parameter: Json, path: string): Json {
  if (parameter['in'] !== 'path') return parameter;
  const key = parameter['name'] === 'id' ? path.split('/', 1)[0] : parameter['name'];
  const id = schemas[String(key)]?.properties.id as IdSchema | undefined;
  return id === undefined ? parameter : { ...parameter, description: id.description, example: id.examples[0] };
}
