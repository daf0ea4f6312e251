import type { Delivery, CreatedWebhookEndpoint } from '@ci/contracts';
import { exampleOf, ofCall, type Contracts } from '../contracts.ts';
import { newCallId } from '../new-call-id.ts';
import type { Workspace } from '../service-under-test.ts';
import type { Consumption, ServiceScript } from './script.ts';

/** Webhooks: what events tell goes on to who has subscribed to it. */
export const webhooks: ServiceScript<'webhooks'> = {
  service: 'webhooks',
  consumes: {
    'call.ended': {
      before: async (workspace) => {
        await register(workspace);
        return newCallId();
      },
      effect: (workspace) => deliveryOf(workspace, 'call.ended'),
    },
    'summary.ready': afterTheCall('summary.ready'),
    'summary.failed': afterTheCall('summary.failed'),
    // What was to be sent of the call is not sent any more.
    'call.deleted': { before: endCall },
  },
  publish: () => Promise.resolve({}),
  states: {
    'an endpoint': async (workspace) => ({ webhook: (await register(workspace)).id }),
    'a delivery': async (workspace) => {
      const { id: webhook } = await register(workspace);
      const { id: delivery } = await workspace.ask<Delivery>('POST', `/webhooks/${webhook}/test`, {});
      return { webhook, delivery };
    },
    'a running recovery': missedByAnEndpoint,
  },
};

function afterTheCall(eventType: string): Consumption {
  return { before: endCall, effect: (workspace) => deliveryOf(workspace, eventType) };
}

/** With an endpoint that subscribes to everything, and does not answer: a delivery that waits for its next attempt is one. */
async function endCall(workspace: Workspace, contracts: Contracts): Promise<string> {
  await register(workspace);
  const callId = newCallId();
  const example = exampleOf(contracts, 'call.ended');
  await workspace.tell({ topic: example.topic, key: callId, version: example.version, data: ofCall(example, callId) });
  return callId;
}

function register(workspace: Workspace): Promise<CreatedWebhookEndpoint> {
  const events = ['call.ended', 'summary.ready', 'summary.failed'];
  return workspace.ask<CreatedWebhookEndpoint>('POST', '/webhooks', { url: 'https://receiver.invalid/calls', events });
}

async function deliveryOf(workspace: Workspace, eventType: string): Promise<Delivery | undefined> {
  const { data } = await workspace.ask<{ data: { id: string }[] }>('GET', '/webhooks');
  const log = await workspace.ask<{ data: Delivery[] }>('GET', `/webhooks/${data[0]?.id ?? ''}/deliveries`);
  return log.data.find(({ event_type: type }) => type === eventType);
}

/** The endpoint does not answer: what is to be recovered stays under way. */
async function missedByAnEndpoint(workspace: Workspace, contracts: Contracts): Promise<Record<string, string>> {
  await endCall(workspace, contracts);
  const { data } = await workspace.ask<{ data: { id: string }[] }>('GET', '/webhooks');
  const webhook = data[0]?.id ?? '';
  await workspace.ask('PATCH', `/webhooks/${webhook}`, { status: 'disabled' });
  const example = exampleOf(contracts, 'call.ended');
  const callId = newCallId();
  await workspace.tell({ topic: example.topic, key: callId, version: example.version, data: ofCall(example, callId) });
  await workspace.ask('PATCH', `/webhooks/${webhook}`, { status: 'active' });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const { id: recovery } = await workspace.ask<{ id: string }>('POST', `/webhooks/${webhook}/recover`, { since });
  return { webhook, recovery };
}
