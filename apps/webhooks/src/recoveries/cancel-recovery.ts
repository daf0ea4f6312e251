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
