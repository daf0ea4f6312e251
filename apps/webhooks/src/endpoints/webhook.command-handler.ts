import { eraseSubject, executeCommand, type EventMetadata } from '@ci/event-store';
import type { EntityManager } from 'typeorm';
import type { WebhookCommand } from '../webhook-endpoint/webhook.commands.ts';
import { webhookDecider } from '../webhook-endpoint/webhook.decider.ts';
import { webhookEvents, type WebhookEvent } from '../webhook-endpoint/webhook.events.ts';
import type { WebhookRef } from './endpoint-locks.ts';
import { projectEndpoint } from './endpoint-row.projector.ts';
import { deleteRecoveries, stopRecoveries } from './end-recoveries.ts';

/** Runs one command against one endpoint's stream, in the caller's transaction, with what it means for the endpoint's deliveries. */
export async function handleWebhookCommand(
  tx: EntityManager,
  { webhookId, workspaceId }: WebhookRef,
  command: WebhookCommand,
  metadata: EventMetadata,
): Promise<void> {
  const stream = { type: 'webhook', id: `webhook-${webhookId}`, workspaceId };
  const { events } = await executeCommand({
    tx,
    stream,
    decider: webhookDecider,
    catalogue: webhookEvents,
    command,
    metadata,
    projectors: [projectEndpoint],
  });
  for (const { event } of events) await followUp(tx, { webhookId, streamId: stream.id }, event);
}

async function followUp(
  tx: EntityManager,
  { webhookId, streamId }: { webhookId: string; streamId: string },
  event: WebhookEvent,
): Promise<void> {
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
      await tx.query(`DELETE FROM webhook_secrets WHERE webhook_id = $1`, [webhookId]);
      await eraseSubject(tx, streamId);
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
