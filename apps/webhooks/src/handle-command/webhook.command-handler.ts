import { DomainError, notFound } from '@ci/domain';
import { eraseSubject, executeCommand, type EventMetadata } from '@ci/event-store';
import type { EntityManager } from 'typeorm';
import { deleteRecoveries, stopRecoveries } from '../recover-deliveries/end-recoveries.ts';
import { projectEndpoint } from '../webhook-list/endpoint-row.projector.ts';
import type { WebhookCommand } from '../webhook-endpoint/webhook.commands.ts';
import { webhookDecider } from '../webhook-endpoint/webhook.decider.ts';
import { webhookEvents, type WebhookEvent } from '../webhook-endpoint/webhook.events.ts';

export interface WebhookRef {
  readonly webhookId: string;
  readonly workspaceId: string;
}

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

/**
 * Locks the endpoint for a change: attempts that are just being marked as started hold it FOR SHARE. False when there is none of that id
 * in the workspace. Always before deliveries are touched: everybody locks in this order.
 */
export async function lockEndpoint(tx: EntityManager, { webhookId, workspaceId }: WebhookRef): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `SELECT 1 FROM webhook_endpoints WHERE id = $1 AND workspace_id = $2 FOR UPDATE`,
    [webhookId, workspaceId],
  );
  return rows.length > 0;
}

/**
 * Holds the endpoint FOR SHARE: one that is being disabled or deleted is waited for, and seen as what it has become. Refuses one that is
 * not there.
 */
export async function holdEndpoint(
  tx: EntityManager,
  { webhookId, workspaceId }: WebhookRef,
): Promise<'active' | 'disabled'> {
  const [endpoint] = await tx.query<{ status: 'active' | 'disabled' }[]>(
    `SELECT status FROM webhook_endpoints WHERE id = $1 AND workspace_id = $2 FOR SHARE`,
    [webhookId, workspaceId],
  );
  if (endpoint === undefined) throw notFound();
  return endpoint.status;
}

/** The refusal of whatever sends to an endpoint, where it is disabled. */
export function assertActive(status: string): void {
  if (status !== 'active') throw new DomainError('conflict', 'The webhook is disabled; enable it first.');
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
