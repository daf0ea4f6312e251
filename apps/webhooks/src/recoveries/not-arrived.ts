import type { EntityManager } from 'typeorm';

/**
 * What a recovery sends again: given up, dropped while the endpoint was disabled, or waiting for a retry; not what is being tried for the
 * first time. In the words of the index `deliveries_not_arrived`, or Postgres would not find it.
 */
export const notArrived = `(status IN ('failed', 'dropped') OR (status = 'pending' AND failures > 0))`;

/** The event's content is still there: its call was not deleted. */
export const hasBody = `EXISTS (SELECT FROM webhook_events v WHERE v.id = d.event_id AND v.body IS NOT NULL)`;

export interface Period {
  readonly since: Date;
  readonly until: Date;
}

/** How many deliveries of that time have not arrived at an endpoint. */
export async function countNotArrived(tx: EntityManager, webhookId: string, { since, until }: Period): Promise<number> {
  const [row] = await tx.query<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM deliveries d
     WHERE webhook_id = $1 AND created_at BETWEEN $2 AND $3 AND ${notArrived} AND ${hasBody}`,
    [webhookId, since, until],
  );
  return row?.count ?? 0;
}
