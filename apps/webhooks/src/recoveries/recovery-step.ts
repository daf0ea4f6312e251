import type { EntityManager } from 'typeorm';
import { sendAgain } from '../deliveries/store/send-again.ts';
import { lockNextDeliveries, lockNextRecovery } from './recoveries.sql.ts';

/**
 * How many deliveries of a recovery may wait for their attempt at the same time. What happens meanwhile waits behind so many and not
 * behind all of them.
 */
export const RECOVERY_BATCH = 50;
const STEP_MS = 100;

interface RunningRecovery {
  readonly id: string;
  readonly webhook_id: string;
  readonly until: Date;
  readonly reached_at: Date;
  readonly reached_id: string;
}

interface Reached {
  readonly id: string;
  readonly created_at: Date;
}

/**
 * Brings the running recovery that has waited longest one batch further; false when none is due. Its row is locked for the step, what is
 * sent again and how far it has come are one commit: an instance that dies within a step leaves nothing behind, and any instance takes the next one.
 */
export async function takeRecoveryStep(tx: EntityManager, now: Date): Promise<boolean> {
  const [recovery] = await tx.query<RunningRecovery[]>(lockNextRecovery, [now]);
  if (recovery === undefined) return false;
  if (await lockedActiveEndpoint(tx, recovery.webhook_id)) await advance(tx, recovery, now);
  await tx.query(`UPDATE recoveries SET next_step_at = $2 WHERE id = $1`, [
    recovery.id,
    new Date(now.getTime() + STEP_MS),
  ]);
  return true;
}

/** A change of an endpoint locks it and then its recoveries. A locked endpoint is skipped, and this recovery is tried again soon. */
async function lockedActiveEndpoint(tx: EntityManager, webhookId: string): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `SELECT 1 FROM webhook_endpoints WHERE id = $1 AND status = 'active' FOR SHARE SKIP LOCKED`,
    [webhookId],
  );
  return rows.length > 0;
}

async function advance(tx: EntityManager, recovery: RunningRecovery, now: Date): Promise<void> {
  const untried = await countUntried(tx, recovery.id);
  if (untried >= RECOVERY_BATCH) return;
  const next = await findNext(tx, recovery, { now, limit: RECOVERY_BATCH - untried });
  const last = next.at(-1);
  if (last !== undefined) {
    await sendAgain(
      tx,
      next.map(({ id }) => id),
      { now, recoveryId: recovery.id },
    );
    await tx.query(`UPDATE recoveries SET scheduled = scheduled + $2, reached_at = $3, reached_id = $4 WHERE id = $1`, [
      recovery.id,
      next.length,
      last.created_at,
      last.id,
    ]);
  } else if (untried === 0) {
    await tx.query(`UPDATE recoveries SET status = 'completed', finished_at = $2 WHERE id = $1`, [recovery.id, now]);
  }
}

async function countUntried(tx: EntityManager, recoveryId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM deliveries WHERE recovery_id = $1 AND status = 'pending' AND failures = 0`,
    [recoveryId],
  );
  return row?.count ?? 0;
}

async function findNext(
  tx: EntityManager,
  { webhook_id, reached_at, reached_id, until }: RunningRecovery,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<Reached[]> {
  return tx.query(lockNextDeliveries, [webhook_id, reached_at, reached_id, until, now, limit]);
}
