import { hasBody, notArrived } from './not-arrived.ts';

/** What became of the deliveries of a recovery `r`, counted where it stands. A delivery counts for the recovery that took it last. */
export const countedDeliveries = `
  (SELECT json_build_object('delivered', count(*) FILTER (WHERE d.status = 'delivered'),
                            'pending', count(*) FILTER (WHERE d.status = 'pending'),
                            'failed', count(*) FILTER (WHERE d.status IN ('failed', 'dropped')))
   FROM deliveries d WHERE d.recovery_id = r.id)`;

/** Written by hand, as what follows: a queue. An endpoint has one that runs. */
export const insertRecovery = `
  INSERT INTO recoveries (id, workspace_id, webhook_id, since, until, status, total, reached_at, next_step_at, created_at)
  VALUES ($1, $2, $3, $4, $5, 'running', $6, $4, $7, $7)
  ON CONFLICT (webhook_id) WHERE status = 'running' DO NOTHING
  RETURNING id`;

export const lockNextRecovery = `
  SELECT id, webhook_id, until, reached_at, reached_id FROM recoveries
  WHERE status = 'running' AND next_step_at <= $1
  ORDER BY next_step_at LIMIT 1
  FOR UPDATE SKIP LOCKED`;

/** In the order in which they came. What is leased or locked is being tried at this moment. */
export const lockNextDeliveries = `
  SELECT id, created_at FROM deliveries d
  WHERE webhook_id = $1 AND (created_at, id) > ($2, $3) AND created_at <= $4 AND ${notArrived} AND ${hasBody}
    AND (leased_until IS NULL OR leased_until <= $5)
  ORDER BY created_at, id
  LIMIT $6
  FOR UPDATE OF d SKIP LOCKED`;
