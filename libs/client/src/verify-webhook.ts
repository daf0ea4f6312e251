import { Webhook } from 'standardwebhooks';
import type { webhooks } from './api-schema.ts';

type Body<Name extends keyof webhooks> = webhooks[Name] extends {
  post: { requestBody?: { content: { 'application/json': infer Payload } } };
}
  ? Payload
  : never;

/** What an endpoint receives; `type` says which. */
export type WebhookEvent = { [Name in keyof webhooks]: Body<Name> }[keyof webhooks];

/** The headers of a delivery, names in lower case, as Node gives them. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event of a delivery whose signature is right and not older than five minutes. `body` is what was received, byte for byte: parse and
 * serialise it and the signature no longer fits. Deliveries may come twice: remember `webhook-id`. Throws WebhookVerificationError.
 */
export function verifyWebhook(secret: string, headers: WebhookHeaders, body: string | Uint8Array): WebhookEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const single = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return new Webhook(secret).verify(text, Object.fromEntries(single)) as WebhookEvent;
}
