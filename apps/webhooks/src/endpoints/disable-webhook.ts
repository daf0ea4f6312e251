import { metadataOf } from '@ci/event-store';
import type { EntityManager } from 'typeorm';
import { lockEndpoint, type WebhookRef } from './endpoint-locks.ts';
import { handleWebhookCommand } from './webhook.command-handler.ts';

/** Stops deliveries to an endpoint for what it answered. No effect on one that was disabled or deleted meanwhile. */
export async function disableWebhook(
  tx: EntityManager,
  { webhookId, workspaceId }: WebhookRef,
  reason: 'gone' | 'failing',
  at: Date,
): Promise<void> {
  const webhook = { webhookId, workspaceId };
  if (!(await lockEndpoint(tx, webhook))) return;
  const command = { type: 'DisableWebhook', reason, at: at.toISOString() } as const;
  await handleWebhookCommand(tx, webhook, command, metadataOf({ actor: '/webhooks' }));
}
