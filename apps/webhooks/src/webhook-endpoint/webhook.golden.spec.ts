import { goldenEventTests } from '@ci/testing/golden';
import { webhookDecider } from './webhook.decider.ts';
import { webhookEvents } from './webhook.events.ts';

const at = '2026-11-20T15:31:02.118Z';
const personal = { url: 'https://hooks.acme-logistics.example/calls?token=abc', description: 'CRM of Marcus' };

const tests = goldenEventTests({
  folder: new URL('../../golden-events/', import.meta.url),
  catalogue: webhookEvents,
  evolve: (event) => webhookDecider.evolve({ status: 'active', events: [], ...personal }, event),
  examples: {
    WebhookRegistered: { type: 'WebhookRegistered', data: { events: ['call.ended', 'summary.ready'], at }, personal },
    WebhookChanged: { type: 'WebhookChanged', data: { events: ['summary.ready'], at }, personal },
    WebhookDisabled: { type: 'WebhookDisabled', data: { reason: 'gone', at } },
    WebhookEnabled: { type: 'WebhookEnabled', data: { at } },
    WebhookDeleted: { type: 'WebhookDeleted', data: { at } },
  },
});

it.each(tests)('%s', (_, test) => test());
