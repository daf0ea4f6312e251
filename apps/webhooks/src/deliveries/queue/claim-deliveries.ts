import { PLAN_ANEW } from '@ci/database';
import type { DataSource } from 'typeorm';

/** A delivery whose next attempt this instance has to make now, with all it needs. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly workspaceId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly callId: string | null;
  readonly storedAt: Date;
  /** What the event follows from. */
  readonly traceparent: string | null;
  /** Failed attempts of the present round so far. */
  readonly failures: number;
  readonly url: string;
  /** Encrypted. */
  readonly secret: Buffer;
  readonly body: string;
  /** Proves, when the result is recorded, that no other instance has claimed the delivery meanwhile. */
  readonly lease: string;
}

export interface ClaimOptions {
  readonly now: Date;
  readonly lease: string;
  readonly leasedUntil: Date;
  /** How many deliveries may be taken. */
  readonly capacity: number;
  /** How many of an endpoint that is not in `available`. */
  readonly perEndpoint: number;
  readonly available: ReadonlyMap<string, number>;
  readonly perWorkspace: number;
  /** What workspaces have at hand already: who has least comes first. */
  readonly heldByWorkspace: ReadonlyMap<string, number>;
}

/**
 * Takes due deliveries and marks their attempts as started. The caller sends at once: the commit of this statement IS the start of
 * the attempts, there is no queue behind it.
 *
 * It holds the endpoint's row FOR SHARE while it decides that the endpoint is active. Deleting or disabling an endpoint locks that row FOR
 * UPDATE, so it either commits first, and no attempt is marked, or it waits for this commit, and the attempt started before it. Hence no
 * attempt starts after a DELETE was answered, on any instance. The attempts that start from memory keep the same rule (`storeDeliveries`).
 */
export async function claimDeliveries(dataSource: DataSource, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  const { available, heldByWorkspace } = options;
  return dataSource.query<ClaimedDelivery[]>(claimDue, [
    options.now,
    [...available.keys()],
    [...available.values()],
    options.perEndpoint,
    [...heldByWorkspace.keys()],
    [...heldByWorkspace.values()],
    options.perWorkspace,
    options.capacity,
    options.lease,
    options.leasedUntil,
    new Date(options.now.getTime() + LONGEST_LEASE_MS),
  ]);
}

/** Of which endpoints a claim may have left something that is due. */
export function leftBehind(
  claimed: readonly ClaimedDelivery[],
  { capacity, available, perEndpoint, perWorkspace, heldByWorkspace }: ClaimOptions,
): (endpoint: { readonly webhookId: string; readonly workspaceId: string }) => boolean {
  const endpoints = countBy(claimed, ({ webhookId }) => webhookId);
  const workspaces = countBy(claimed, ({ workspaceId }) => workspaceId);
  if (claimed.length >= capacity) return () => true;
  return ({ webhookId, workspaceId }) =>
    (workspaces.get(workspaceId) ?? 0) + (heldByWorkspace.get(workspaceId) ?? 0) >= perWorkspace ||
    (endpoints.get(webhookId) ?? 0) >= (available.get(webhookId) ?? perEndpoint);
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** A lease that seems to last longer was given by a clock that was ahead. */
const LONGEST_LEASE_MS = 5 * 60_000;

const isDue = `d.status = 'pending' AND d.next_attempt_at <= $1
  AND (d.leased_until IS NULL OR d.leased_until <= $1 OR d.leased_until > $11)`;

/**
 * Of one call, an endpoint sees the first attempt of each event after the end of the first attempt of those before it. The sum of texts
 * leaves the planner the events of the call alone: the index of all that is pending would be read to its end for each of a backlog.
 */
export const isFirstInItsCall = (id: string): string => `(${id}.call_order = 0 OR NOT EXISTS (
  SELECT 1 FROM webhook_events of_call JOIN deliveries earlier ON earlier.event_id = of_call.id AND earlier.webhook_id = ${id}.webhook_id
  WHERE of_call.call_id = ${id}.call_id AND earlier.call_order < ${id}.call_order
    AND earlier.status || '' = 'pending' AND earlier.attempts = 0))`;

/**
 * Each endpoint gives at most what it may still have in flight, and the next place goes to the workspace that has least: neither an
 * endpoint nor a workspace with a backlog fills the others' places. `waiting` jumps from endpoint to endpoint in the index, so that the
 * length of a backlog does not matter. What was chosen is looked up one by one (LATERAL) and marked by an array of ids: the planner takes it
 * for a single row, and a join of it would compare each with each, or with all deliveries.
 *
 * SKIP LOCKED on both: another instance has the delivery, or the endpoint is just being changed. READ COMMITTED looks at the conditions
 * again on the row versions that were locked in the end.
 */
const claimDue = `${PLAN_ANEW}
  WITH RECURSIVE waiting AS (
    SELECT min(webhook_id) AS webhook_id FROM deliveries WHERE status = 'pending'
    UNION ALL
    SELECT (SELECT min(d.webhook_id) FROM deliveries d WHERE d.status = 'pending' AND d.webhook_id > w.webhook_id)
    FROM waiting w WHERE w.webhook_id IS NOT NULL
  ), due AS (
    SELECT first.id, first.next_attempt_at, first.turn, e.workspace_id
    FROM waiting w
    JOIN webhook_endpoints e ON e.id = w.webhook_id AND e.status = 'active'
    LEFT JOIN unnest($2::text[], $3::int[]) AS room (webhook_id, free) ON room.webhook_id = e.id
    CROSS JOIN LATERAL (
      SELECT d.id, d.next_attempt_at, row_number() OVER (ORDER BY d.next_attempt_at) AS turn
      FROM deliveries d
      WHERE d.webhook_id = e.id AND ${isDue} AND (d.attempts > 0 OR ${isFirstInItsCall('d')})
      ORDER BY d.next_attempt_at
      LIMIT coalesce(room.free, $4::int)
    ) first
  ), in_turn AS (
    SELECT due.id, due.next_attempt_at,
           coalesce(busy.in_use, 0) + row_number() OVER (PARTITION BY due.workspace_id ORDER BY due.turn, due.next_attempt_at) AS turn
    FROM due
    LEFT JOIN unnest($5::text[], $6::int[]) AS busy (workspace_id, in_use) ON busy.workspace_id = due.workspace_id
  ), chosen AS (
    SELECT id FROM in_turn WHERE turn <= $7::int ORDER BY turn, next_attempt_at LIMIT $8
  ), locked AS (
    SELECT found.*
    FROM chosen
    CROSS JOIN LATERAL (
      SELECT d.id, d.workspace_id AS "workspaceId", d.webhook_id AS "webhookId", d.event_id AS "eventId", d.call_id AS "callId", d.created_at AS "storedAt",
             d.failures, e.url, s.secret, v.body, v.traceparent
      FROM deliveries d
      JOIN webhook_endpoints e ON e.id = d.webhook_id
      JOIN webhook_secrets s ON s.webhook_id = e.id
      JOIN webhook_events v ON v.id = d.event_id
      WHERE d.id = chosen.id AND ${isDue} AND e.status = 'active' AND v.body IS NOT NULL
      FOR UPDATE OF d SKIP LOCKED
      FOR SHARE OF e SKIP LOCKED
    ) found
  ), leased AS (
    UPDATE deliveries SET lease = $9, leased_until = $10 WHERE id = ANY(ARRAY(SELECT id FROM locked))
  )
  SELECT locked.*, $9::uuid AS lease FROM locked`;
