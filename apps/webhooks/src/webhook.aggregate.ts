import { defineAggregate } from '@ci/event-store';
import type { EntityManager } from 'typeorm';
import { webhookDecider } from './webhook-endpoint/webhook.decider.ts';
import { webhookEvents, type WebhookEvent } from './webhook-endpoint/webhook.events.ts';
import { projectEndpoint } from './endpoints/endpoint-row.projector.ts';
import { deleteRecoveries, stopRecoveries } from './endpoints/end-recoveries.ts';

export const webhook = defineAggregate({
  name: 'webhook',
  decider: webhookDecider,
  events: webhookEvents,
  projectors: [{ name: 'webhook-list', tables: ['webhook_endpoints'], project: projectEndpoint }],
  followUp: async (tx, events) => {
    for (const { event, stream } of events) await settleDeliveries(tx, stream.id.slice('webhook-'.length), event);
  },
  erasure: {
    on: ['WebhookDeleted'],
    also: (tx, erased) =>
      tx.query(`DELETE FROM webhook_secrets WHERE webhook_id = ANY($1)`, [erased.map(({ id }) => id)]),
  },
});

/** What a change of an endpoint means for its deliveries. */
async function settleDeliveries(tx: EntityManager, webhookId: string, event: WebhookEvent): Promise<void> {
  switch (event.type) {
    case 'WebhookRegistered':
      return;
    // Another URL, or another try: what failed before says nothing any more.
    case 'WebhookChanged':
    case 'WebhookEnabled':
      return forgetFailures(tx, webhookId);
    case 'WebhookDisabled':
      await dropPending(tx, webhookId);
      return stopRecoveries(tx, webhookId, event.data.at);
    case 'WebhookDeleted':
      await dropPending(tx, webhookId);
      await deleteRecoveries(tx, webhookId);
      await forgetFailures(tx, webhookId);
  }
}

/** The events stay, so that a client can ask for them again (redeliver) once the endpoint is back. */
async function dropPending(tx: EntityManager, webhookId: string): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET status = 'dropped', next_attempt_at = NULL, held = false
     WHERE webhook_id = $1 AND status = 'pending'`,
    [webhookId],
  );
}

async function forgetFailures(tx: EntityManager, webhookId: string): Promise<void> {
  await tx.query(`DELETE FROM webhook_failures WHERE webhook_id = $1`, [webhookId]);
}
