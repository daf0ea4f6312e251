import type { SubscribableEventType } from '@ci/contracts';
import { defineEvents, type Erased } from '@ci/domain';

/** Why deliveries to an endpoint stopped: it answered 410, it failed for days, or a client said so. */
export type DisabledReason = 'gone' | 'failing' | 'manual';

/** Where deliveries go. Personal: a URL may hold a token, a label may hold a name. Erased once the webhook is deleted. */
export interface WebhookTarget {
  readonly url: string;
  readonly description: string | null;
}

export type WebhookEvent =
  | {
      readonly type: 'WebhookRegistered';
      readonly data: { readonly events: readonly SubscribableEventType[]; readonly at: string };
      readonly personal: WebhookTarget | Erased;
    }
  | {
      readonly type: 'WebhookChanged';
      readonly data: { readonly events: readonly SubscribableEventType[]; readonly at: string };
      readonly personal: WebhookTarget | Erased;
    }
  | { readonly type: 'WebhookDisabled'; readonly data: { readonly reason: DisabledReason; readonly at: string } }
  | { readonly type: 'WebhookEnabled'; readonly data: { readonly at: string } }
  | { readonly type: 'WebhookDeleted'; readonly data: { readonly at: string } };

export const webhookEvents = defineEvents<WebhookEvent>({
  WebhookRegistered: { version: 1 },
  WebhookChanged: { version: 1 },
  WebhookDisabled: { version: 1 },
  WebhookEnabled: { version: 1 },
  WebhookDeleted: { version: 1 },
});
