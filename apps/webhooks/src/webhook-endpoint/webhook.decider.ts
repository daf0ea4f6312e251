import { DomainError, notFound, type Decider } from '@ci/domain';
import type { ChangeWebhook, RegisterWebhook, WebhookCommand } from './webhook.commands.ts';
import type { WebhookEvent } from './webhook.events.ts';
import { evolve, initialState, isRegistered, type RegisteredWebhook, type WebhookState } from './webhook.state.ts';

/** One webhook endpoint: registered, changed, disabled and enabled again, deleted for good. */
export const webhookDecider: Decider<WebhookState, WebhookCommand, WebhookEvent> = { initialState, evolve, decide };

function decide(command: WebhookCommand, state: WebhookState): readonly WebhookEvent[] {
  switch (command.type) {
    case 'RegisterWebhook':
      return register(command, state);
    case 'ChangeWebhook':
      if (!isRegistered(state)) throw notFound();
      return [...changed(command, state), ...switched(command, state)];
    case 'DisableWebhook':
      // A late response: the endpoint was disabled or deleted meanwhile.
      if (state.status !== 'active') return [];
      return [{ type: 'WebhookDisabled', data: { reason: command.reason, at: command.at } }];
    case 'DeleteWebhook':
      if (!isRegistered(state)) throw notFound();
      return [{ type: 'WebhookDeleted', data: { at: command.at } }];
  }
}

function register(command: RegisterWebhook, state: WebhookState): readonly WebhookEvent[] {
  if (state.status !== 'unregistered') throw new DomainError('conflict', 'This webhook is registered already.');
  const { url, description, events, at } = command;
  return [{ type: 'WebhookRegistered', data: { events, at }, personal: { url, description } }];
}

function changed(command: ChangeWebhook, state: RegisteredWebhook): readonly WebhookEvent[] {
  const { url = state.url, description = state.description, events = state.events, at } = command;
  if (url === state.url && description === state.description && sameMembers(events, state.events)) return [];
  return [{ type: 'WebhookChanged', data: { events, at }, personal: { url, description } }];
}

function switched({ status, at }: ChangeWebhook, state: RegisteredWebhook): readonly WebhookEvent[] {
  if (status === undefined || status === state.status) return [];
  if (status === 'active') return [{ type: 'WebhookEnabled', data: { at } }];
  return [{ type: 'WebhookDisabled', data: { reason: 'manual', at } }];
}

function sameMembers(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((entry) => others.includes(entry));
}
