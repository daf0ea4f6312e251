import type { DataSource, EntityManager } from 'typeorm';

/** A delivery whose next attempt this instance has to make now, with all it needs. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly workspaceId: string;
  readonly webhookId: string;
  readonly eventId: string;
  /** Failed attempts of the present round so far. */
  readonly failures: number;
  readonly url: string;
  /** Encrypted. */
  readonly secret: Buffer;
  readonly body: string;
  /** Proves, when the result is recorded, that nobody took the delivery over meanwhile. */
  readonly lease: string;
}

export interface ClaimOptions {
  readonly now: Date;
  readonly lease: string;
  readonly leasedUntil: Date;
  /** How many attempts may start. */
  readonly capacity: number;
  readonly perEndpoint: number;
  /** Attempts that this instance has in flight, by endpoint. */
  readonly inFlight: ReadonlyMap<string, number>;
}

/**
 * Takes due deliveries and marks their attempts as started. Whoever calls this sends at once: the commit of this short transaction IS the
 * start of the attempts, there is no queue behind it.
 *
 * It holds the endpoint's row FOR SHARE while it decides that the endpoint is active. Deleting or disabling an endpoint locks that row FOR
 * UPDATE, so it either commits first, and no attempt is marked, or it waits for this commit, and the attempt started before it. Hence no
 * attempt starts after a DELETE was answered, on any instance.
 */
export async function claimDeliveries(dataSource: DataSource, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  // Looking needs no transaction and locks nothing; most of the time there is nothing to do.
  const candidates = await findDue(dataSource, options);
  if (candidates.length === 0) return [];
  return dataSource.transaction(async (tx) => {
    const claimed = await lockDue(tx, candidates, options.now);
    if (claimed.length > 0) await lease(tx, claimed, options);
    return claimed.map((row) => ({ ...row, lease: options.lease }));
  });
}

const isDue = `d.status = 'pending' AND d.next_attempt_at <= $1 AND (d.leased_until IS NULL OR d.leased_until <= $1)`;

/** Of one call, an endpoint sees the first attempt of each event after the end of the first attempt of those before it. */
const isFirstInItsCall = `(d.attempts > 0 OR d.call_id IS NULL OR NOT EXISTS (
  SELECT 1 FROM deliveries earlier
  WHERE earlier.webhook_id = d.webhook_id AND earlier.call_id = d.call_id AND earlier.call_order < d.call_order
    AND earlier.status = 'pending' AND earlier.attempts = 0))`;

/** Each active endpoint gives at most what it may still have in flight: one with a backlog does not fill the others' places. */
async function findDue(dataSource: DataSource, options: ClaimOptions): Promise<string[]> {
  const rows = await dataSource.query<{ id: string }[]>(
    `SELECT due.id
     FROM webhook_endpoints e
     LEFT JOIN unnest($2::text[], $3::int[]) AS busy (webhook_id, in_flight) ON busy.webhook_id = e.id
     CROSS JOIN LATERAL (
       SELECT d.id, d.next_attempt_at FROM deliveries d
       WHERE d.webhook_id = e.id AND ${isDue} AND ${isFirstInItsCall}
       ORDER BY d.next_attempt_at
       LIMIT greatest(0, $4::int - coalesce(busy.in_flight, 0))
     ) due
     WHERE e.status = 'active'
     ORDER BY due.next_attempt_at
     LIMIT $5`,
    [options.now, [...options.inFlight.keys()], [...options.inFlight.values()], options.perEndpoint, options.capacity],
  );
  return rows.map(({ id }) => id);
}

/**
 * SKIP LOCKED on both: another instance has the delivery, or the endpoint is just being changed. READ COMMITTED looks at the conditions
 * again on the row versions that were locked in the end.
 */
async function lockDue(
  tx: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<Omit<ClaimedDelivery, 'lease'>[]> {
  return tx.query(
    `SELECT d.id, d.workspace_id AS "workspaceId", d.webhook_id AS "webhookId", d.event_id AS "eventId", d.failures,
            e.url, s.secret, v.body
     FROM deliveries d
     JOIN webhook_endpoints e ON e.id = d.webhook_id
     JOIN webhook_secrets s ON s.webhook_id = e.id
     JOIN webhook_events v ON v.id = d.event_id
     WHERE d.id = ANY($2) AND ${isDue} AND e.status = 'active' AND v.body IS NOT NULL
     ORDER BY d.next_attempt_at
     FOR UPDATE OF d SKIP LOCKED
     FOR SHARE OF e SKIP LOCKED`,
    [now, ids],
  );
}

async function lease(
  tx: EntityManager,
  claimed: readonly { readonly id: string }[],
  { lease: token, leasedUntil }: ClaimOptions,
): Promise<void> {
  await tx.query(`UPDATE deliveries SET lease = $2, leased_until = $3 WHERE id = ANY($1)`, [
    claimed.map(({ id }) => id),
    token,
    leasedUntil,
  ]);
}
