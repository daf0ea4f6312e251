import type { ParkedDetails } from '@ci/messaging';
import type { EntityManager } from 'typeorm';
import { instants } from '../instants.ts';
import { addConclusions } from './deliveries.sql.ts';

export interface CallRef {
  readonly callId: string;
  readonly workspaceId: string;
  /** When its call.ended is handled in this transaction; null when that is not what came. */
  readonly endedAt: Date | null;
}

/** What is known of a call whose events come in. */
export interface CallGate {
  readonly ended: boolean;
  /** Revisions whose end, either way, was handled. */
  readonly concluded: readonly number[];
  readonly deleted: boolean;
  /** Nothing was known of the call; now it is, with its `endedAt`. */
  readonly isNew: boolean;
}

/**
 * Locks the rows of calls, made when their first event comes, for the rest of the transaction: a call's events come over several topics,
 * and their consumers must see each other's effects. Always in the order of the ids.
 */
export async function lockCallGates(
  tx: EntityManager,
  calls: readonly CallRef[],
): Promise<ReadonlyMap<string, CallGate>> {
  const byId = new Map(calls.map((call) => [call.callId, call]));
  const ids = [...byId.keys()].sort();
  const made = await tx.query<{ id: string }[]>(
    `INSERT INTO call_gates (call_id, workspace_id, ended_at) SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[])
     ON CONFLICT (call_id) DO NOTHING RETURNING call_id AS id`,
    [ids, ids.map((id) => byId.get(id)?.workspaceId), instants(ids.map((id) => byId.get(id)?.endedAt ?? null))],
  );
  const unknown: CallGate = { ended: false, concluded: [], deleted: false, isNew: true };
  const gates = new Map(made.map(({ id }) => [id, unknown]));
  const others = ids.filter((id) => !gates.has(id));
  if (others.length === 0) return gates;
  const found = await tx.query<(Omit<CallGate, 'isNew'> & { readonly id: string })[]>(
    `SELECT call_id AS id, ended_at IS NOT NULL AS ended, concluded, deleted_at IS NOT NULL AS deleted
     FROM call_gates WHERE call_id = ANY($1) ORDER BY call_id FOR UPDATE`,
    [others],
  );
  for (const { id, ...gate } of found) gates.set(id, { ...gate, isNew: false });
  if (gates.size !== ids.length) throw new Error('the row of a call is not there');
  return gates;
}

/** A delivery that had overtaken its call.ended, and now waits for the first attempt of that. */
export interface Released {
  readonly webhookId: string;
  readonly callId: string;
}

/** call.ended was handled of calls that were known before: what had overtaken it may go, behind it. */
export async function openCallGates(tx: EntityManager, callIds: readonly string[], now: Date): Promise<Released[]> {
  if (callIds.length === 0) return [];
  await tx.query(`UPDATE call_gates SET ended_at = $2 WHERE call_id = ANY($1) AND ended_at IS NULL`, [callIds, now]);
  return releaseHeld(tx, callIds, now);
}

/**
 * An operator gives up a parked call.ended: what waits for it waits no more. Under the gate of the call, which the key names, so that no
 * consumer holds an event of the call meanwhile; those that come later find the operator's action (`findSkippedEnds`).
 */
export async function releaseHeldByEnd(tx: EntityManager, parked: ParkedDetails): Promise<void> {
  const { side, topic, key, workspaceId } = parked;
  if (side !== 'consumer' || topic !== 'call.ended' || key === null) return;
  if (workspaceId !== null) await lockCallGates(tx, [{ callId: key, workspaceId, endedAt: null }]);
  await releaseHeld(tx, [key], new Date());
}

async function releaseHeld(tx: EntityManager, callIds: readonly string[], now: Date): Promise<Released[]> {
  const [released] = await tx.query<[Released[], number]>(
    `UPDATE deliveries SET held = false, next_attempt_at = least(next_attempt_at, $2)
     WHERE event_id IN (SELECT id FROM webhook_events WHERE call_id = ANY($1)) AND held AND status = 'pending'
     RETURNING webhook_id AS "webhookId", call_id AS "callId"`,
    [callIds, now],
  );
  return released;
}

/** Of which calls an operator has skipped the parked call.ended. */
export async function findSkippedEnds(tx: EntityManager, callIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (callIds.length === 0) return new Set();
  const rows = await tx.query<{ key: string }[]>(
    `SELECT target ->> 'key' AS key FROM operator_actions
     WHERE action = 'parked.skip' AND target ->> 'topic' = 'call.ended' AND target ->> 'key' = ANY($1)`,
    [callIds],
  );
  return new Set(rows.map(({ key }) => key));
}

/** A revision whose end was handled. */
export interface Conclusion {
  readonly callId: string;
  readonly revision: number;
}

/** The ends of revisions were handled. The gate outlives deliveries, so what is sent again after they were pruned is not delivered again. */
export async function noteConcluded(tx: EntityManager, conclusions: readonly Conclusion[]): Promise<void> {
  if (conclusions.length === 0) return;
  await tx.query(addConclusions, [
    conclusions.map(({ callId }) => callId),
    conclusions.map(({ revision }) => revision),
  ]);
}

/** The calls were deleted: nothing pending is sent, nothing of their content stays, and what comes later is ignored. */
export async function closeCallGates(tx: EntityManager, callIds: readonly string[], now: Date): Promise<void> {
  if (callIds.length === 0) return;
  await tx.query(`UPDATE call_gates SET deleted_at = $2 WHERE call_id = ANY($1)`, [callIds, now]);
  await tx.query(
    `UPDATE deliveries SET status = 'dropped', next_attempt_at = NULL, held = false
     WHERE event_id IN (SELECT id FROM webhook_events WHERE call_id = ANY($1)) AND status = 'pending'`,
    [callIds],
  );
  await tx.query(`UPDATE webhook_events SET body = NULL WHERE call_id = ANY($1)`, [callIds]);
  // An answer may repeat what it was sent.
  await tx.query(
    `UPDATE delivery_attempts SET response_body = NULL
     WHERE delivery_id IN (SELECT d.id FROM deliveries d JOIN webhook_events v ON v.id = d.event_id WHERE v.call_id = ANY($1))
       AND response_body IS NOT NULL`,
    [callIds],
  );
}
