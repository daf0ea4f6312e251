import { metadataOf, runCommand, streamOf } from '@ci/event-store';
import type { EntityManager } from 'typeorm';
import { lockEndpoint, type WebhookRef } from './endpoint-locks.ts';
import { webhook } from '../webhook.aggregate.ts';

/** Stops deliveries to an endpoint for what it answered. No effect on one that was disabled or deleted meanwhile. */
export async function disableWebhook(
  tx: EntityManager,
  { webhookId, workspaceId }: WebhookRef,
  reason: 'gone' | 'failing',
  at: Date,
): Promise<void> {
  if (!(await lockEndpoint(tx, { webhookId, workspaceId }))) return;
  const command = { type: 'DisableWebhook', reason, at: at.toISOString() } as const;
  await runCommand(tx, webhook, {
    stream: streamOf(webhook, workspaceId, webhookId),
    command,
    metadata: metadataOf({ actor: '/webhooks' }),
  });
}
