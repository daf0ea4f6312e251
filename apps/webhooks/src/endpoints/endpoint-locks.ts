import { DomainError, notFound } from '@ci/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { WebhookEndpointRow } from './webhook-endpoint.entity.ts';

export interface WebhookRef {
  readonly webhookId: string;
  readonly workspaceId: string;
}

/** Refuses an endpoint that the workspace does not have. */
export async function assertEndpointExists(
  database: DataSource | EntityManager,
  { webhookId, workspaceId }: WebhookRef,
): Promise<void> {
  if (!(await database.getRepository(WebhookEndpointRow).existsBy({ id: webhookId, workspaceId }))) throw notFound();
}

/**
 * Locks the endpoint for a change: attempts that are just being marked as started hold it FOR SHARE. False when there is none of that id
 * in the workspace. Always before deliveries are touched: every transaction locks in this order.
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
