import type { EntityManager } from 'typeorm';
import type { RecoveryRef } from './recovery.query.ts';

/** Ends a recovery that runs; a step of it that is under way is waited for. */
export async function cancelRecovery(
  tx: EntityManager,
  { id, webhookId, workspaceId }: RecoveryRef,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE recoveries SET status = 'cancelled', finished_at = $4
     WHERE id = $1 AND webhook_id = $2 AND workspace_id = $3 AND status = 'running'`,
    [id, webhookId, workspaceId, now],
  );
}

/** The endpoint was disabled: nothing more of its recovery is sent. The caller has locked the endpoint. */
export async function stopRecoveries(tx: EntityManager, webhookId: string, at: string): Promise<void> {
  await tx.query(
    `UPDATE recoveries SET status = 'stopped', finished_at = $2 WHERE webhook_id = $1 AND status = 'running'`,
    [webhookId, at],
  );
}

/** The endpoint was deleted. The caller has locked it. */
export async function deleteRecoveries(tx: EntityManager, webhookId: string): Promise<void> {
  await tx.query(`DELETE FROM recoveries WHERE webhook_id = $1`, [webhookId]);
}
