import type { EntityManager } from 'typeorm';

/** What is known of a call whose events come in. */
export interface CallGate {
  readonly ended: boolean;
  /** Revisions whose end, either way, was handled. */
  readonly concluded: readonly number[];
  readonly deleted: boolean;
}

/**
 * Locks the row of a call, made when its first event comes, for the rest of the transaction: a call's events come over several topics,
 * and their consumers must see each other's effects.
 */
export async function lockCallGate(tx: EntityManager, callId: string, workspaceId: string): Promise<CallGate> {
  await tx.query(`INSERT INTO call_gates (call_id, workspace_id) VALUES ($1, $2) ON CONFLICT (call_id) DO NOTHING`, [
    callId,
    workspaceId,
  ]);
  const [gate] = await tx.query<CallGate[]>(
    `SELECT ended_at IS NOT NULL AS ended, concluded, deleted_at IS NOT NULL AS deleted FROM call_gates WHERE call_id = $1 FOR UPDATE`,
    [callId],
  );
  if (gate === undefined) throw new Error('the row of a call is not there');
  return gate;
}

/** call.ended was handled: what had overtaken it may go, behind it. */
export async function openCallGate(tx: EntityManager, callId: string, now: Date): Promise<void> {
  await tx.query(`UPDATE call_gates SET ended_at = $2 WHERE call_id = $1 AND ended_at IS NULL`, [callId, now]);
  await tx.query(
    `UPDATE deliveries SET held = false, next_attempt_at = least(next_attempt_at, $2)
     WHERE call_id = $1 AND held AND status = 'pending'`,
    [callId, now],
  );
}

/** The end of a revision was handled. The gate outlives deliveries, so what is sent again after they were pruned is not delivered again. */
export async function noteConcluded(tx: EntityManager, callId: string, revision: number): Promise<void> {
  await tx.query(`UPDATE call_gates SET concluded = concluded || $2::int WHERE call_id = $1`, [callId, revision]);
}

/** The call was deleted: nothing pending is sent, nothing of its content stays, and what comes later is ignored. */
export async function closeCallGate(tx: EntityManager, callId: string, now: Date): Promise<void> {
  await tx.query(`UPDATE call_gates SET deleted_at = $2 WHERE call_id = $1`, [callId, now]);
  await tx.query(
    `UPDATE deliveries SET status = 'dropped', next_attempt_at = NULL, held = false WHERE call_id = $1 AND status = 'pending'`,
    [callId],
  );
  await tx.query(`UPDATE webhook_events SET body = NULL WHERE call_id = $1`, [callId]);
  // An answer may repeat what it was sent.
  await tx.query(
    `UPDATE delivery_attempts SET response_body = NULL
     WHERE delivery_id IN (SELECT id FROM deliveries WHERE call_id = $1) AND response_body IS NOT NULL`,
    [callId],
  );
}
