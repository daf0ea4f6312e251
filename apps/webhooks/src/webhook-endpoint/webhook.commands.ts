import type { SubscribableEventType } from '@ci/contracts';
import type { DisabledReason, WebhookTarget } from './webhook.events.ts';

export interface RegisterWebhook extends WebhookTarget {
  readonly type: 'RegisterWebhook';
  readonly events: readonly SubscribableEventType[];
  readonly at: string;
}

/** What is left out stays as it is. */
export interface ChangeWebhook {
  readonly type: 'ChangeWebhook';
  readonly url?: string;
  readonly description?: string | null;
  readonly events?: readonly SubscribableEventType[];
  readonly status?: 'active' | 'disabled';
  readonly at: string;
}

/** Given by the sender, on what an endpoint answered; a client disables by ChangeWebhook. */
export interface DisableWebhook {
  readonly type: 'DisableWebhook';
  readonly reason: DisabledReason;
  readonly at: string;
}

export interface DeleteWebhook {
  readonly type: 'DeleteWebhook';
  readonly at: string;
}

export type WebhookCommand = RegisterWebhook | ChangeWebhook | DisableWebhook | DeleteWebhook;
