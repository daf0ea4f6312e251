import type { SubscribableEventType } from '@ci/contracts';
import { isErased } from '@ci/domain';
import type { WebhookEvent, WebhookTarget } from './webhook.events.ts';

export interface RegisteredWebhook extends WebhookTarget {
  readonly status: 'active' | 'disabled';
  readonly events: readonly SubscribableEventType[];
}

export type WebhookState = { readonly status: 'unregistered' } | RegisteredWebhook | { readonly status: 'deleted' };

export function initialState(): WebhookState {
  return { status: 'unregistered' };
}

export function evolve(state: WebhookState, event: WebhookEvent): WebhookState {
  switch (event.type) {
    case 'WebhookRegistered':
      return { status: 'active', events: event.data.events, ...targetOf(event.personal) };
    case 'WebhookChanged':
      return isRegistered(state) ? { ...state, events: event.data.events, ...targetOf(event.personal) } : state;
    case 'WebhookDisabled':
      return isRegistered(state) ? { ...state, status: 'disabled' } : state;
    case 'WebhookEnabled':
      return isRegistered(state) ? { ...state, status: 'active' } : state;
    case 'WebhookDeleted':
      return { status: 'deleted' };
  }
}

export function isRegistered(state: WebhookState): state is RegisteredWebhook {
  return state.status === 'active' || state.status === 'disabled';
}

/** Only a deleted webhook's target is ever erased, so no command acts on the empty one. */
function targetOf(personal: Extract<WebhookEvent, { personal: unknown }>['personal']): WebhookTarget {
  if (isErased(personal)) return { url: '', description: null };
  return { url: personal.url, description: personal.description };
}
