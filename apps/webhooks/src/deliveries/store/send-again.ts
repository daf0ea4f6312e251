import type { EntityManager } from 'typeorm';

/**
 * Makes deliveries pending again, due now and with a new round of retries. One that waits for its call.ended goes on waiting. The
 * endpoint's row is locked by the caller: endpoints before deliveries, everywhere.
 */
export async function sendAgain(
  tx: EntityManager,
  deliveryIds: readonly string[],
  { now, recoveryId = null }: { readonly now: Date; readonly recoveryId?: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET status = 'pending', failures = 0, recovery_id = coalesce($3, recovery_id),
       next_attempt_at = CASE WHEN held THEN next_attempt_at ELSE $2 END
     WHERE id = ANY($1)`,
    [deliveryIds, now, recoveryId],
  );
}
