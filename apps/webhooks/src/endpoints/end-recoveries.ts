import type { EntityManager } from 'typeorm';

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
