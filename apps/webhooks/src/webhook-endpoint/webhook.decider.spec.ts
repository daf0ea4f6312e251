import { erased } from '@ci/domain';
import { specify } from '@ci/domain/specification';
import { webhookDecider } from './webhook.decider.ts';
import type { WebhookEvent } from './webhook.events.ts';

const at = '2026-11-21T09:00:00.000Z';
const later = '2026-11-22T09:00:00.000Z';
const url = 'https://crm.example.com/hooks';

const registered: WebhookEvent = {
  type: 'WebhookRegistered',
  data: { events: ['call.ended', 'summary.ready'], at },
  personal: { url, description: 'CRM' },
};
const disabled: WebhookEvent = { type: 'WebhookDisabled', data: { reason: 'gone', at } };
const deleted: WebhookEvent = { type: 'WebhookDeleted', data: { at } };
const webhook = specify(webhookDecider);

describe('registering a webhook', () => {
  const register = {
    type: 'RegisterWebhook',
    url,
    description: 'CRM',
    events: ['call.ended', 'summary.ready'],
    at,
  } as const;

  it('makes it active', () => {
    webhook.given([]).when(register).then([registered]);
    webhook
      .given([registered])
      .thenState({ status: 'active', url, description: 'CRM', events: ['call.ended', 'summary.ready'] });
  });

  it('is refused when it exists', () => {
    webhook.given([registered]).when(register).thenRefuses({ code: 'conflict' });
  });
});

describe('changing a webhook', () => {
  it('keeps what is not named', () => {
    webhook
      .given([registered])
      .when({ type: 'ChangeWebhook', url: 'https://new.example.com/', at: later })
      .then([
        {
          type: 'WebhookChanged',
          data: { events: ['call.ended', 'summary.ready'], at: later },
          personal: { url: 'https://new.example.com/', description: 'CRM' },
        },
      ]);
  });

  it('can take the description away', () => {
    webhook
      .given([registered])
      .when({ type: 'ChangeWebhook', description: null, at: later })
      .thenState({ status: 'active', url, description: null, events: ['call.ended', 'summary.ready'] });
  });

  it('to what it is already has no effect, in whatever order the events are named', () => {
    webhook
      .given([registered])
      .when({
        type: 'ChangeWebhook',
        url,
        description: 'CRM',
        events: ['summary.ready', 'call.ended'],
        status: 'active',
        at: later,
      })
      .thenNothing();
  });

  it('brings a disabled one back', () => {
    webhook
      .given([registered, disabled])
      .when({ type: 'ChangeWebhook', status: 'active', at: later })
      .then([{ type: 'WebhookEnabled', data: { at: later } }]);
  });

  it('leaves a disabled one disabled when only the URL changes', () => {
    webhook
      .given([registered, disabled])
      .when({ type: 'ChangeWebhook', url: 'https://new.example.com/', at: later })
      .thenState({
        status: 'disabled',
        url: 'https://new.example.com/',
        description: 'CRM',
        events: ['call.ended', 'summary.ready'],
      });
  });

  it('disables by hand, and changes the rest in the same step', () => {
    webhook
      .given([registered])
      .when({ type: 'ChangeWebhook', events: ['call.ended'], status: 'disabled', at: later })
      .then([
        { type: 'WebhookChanged', data: { events: ['call.ended'], at: later }, personal: { url, description: 'CRM' } },
        { type: 'WebhookDisabled', data: { reason: 'manual', at: later } },
      ]);
  });

  it.each([[[]], [[registered, deleted]]])('finds nothing where there is none', (events) => {
    webhook
      .given(events)
      .when({ type: 'ChangeWebhook', status: 'active', at: later })
      .thenRefuses({ code: 'not_found' });
  });
});

describe('disabling for what an endpoint answered', () => {
  const disable = { type: 'DisableWebhook', reason: 'failing', at: later } as const;

  it('stops deliveries', () => {
    webhook
      .given([registered])
      .when(disable)
      .then([{ type: 'WebhookDisabled', data: { reason: 'failing', at: later } }]);
  });

  it.each([[[]], [[registered, disabled]], [[registered, deleted]]])('comes too late without effect', (events) => {
    webhook.given(events).when(disable).thenNothing();
  });
});

describe('deleting a webhook', () => {
  const remove = { type: 'DeleteWebhook', at: later } as const;

  it.each([[[registered]], [[registered, disabled]]])('works in every state', (events) => {
    webhook
      .given(events)
      .when(remove)
      .then([{ type: 'WebhookDeleted', data: { at: later } }]);
  });

  it('finds nothing the second time, also after its target was erased', () => {
    webhook
      .given([{ ...registered, personal: erased }, deleted])
      .when(remove)
      .thenRefuses({ code: 'not_found' });
  });
});
