/** Written by hand: what follows from many attempts, in one statement under the locks of their deliveries. */

/**
 * Each delivery is looked up by its id, one after the other: LATERAL leaves the planner nothing else for the lock. For the change it may
 * begin with the deliveries, and a plan that is kept from a time when there were few would read all of them: batches are planned each time.
 */
export const recordAll = `
  WITH ours AS (
    SELECT m.*
    FROM unnest($1::text[], $2::uuid[], $3::text[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::int[], $8::int[], $9::text[], $10::text[])
      AS m (id, lease, status, failures, next_attempt_at, attempted_at, latency_ms, status_code, error, response_body)
    CROSS JOIN LATERAL (SELECT FROM deliveries d WHERE d.id = m.id AND d.lease = m.lease FOR UPDATE SKIP LOCKED) locked
  ), updated AS (
    UPDATE deliveries d SET
      attempts = d.attempts + 1,
      failures = d.failures + m.failures,
      status = CASE WHEN m.status = 'pending' THEN d.status ELSE m.status END,
      next_attempt_at = CASE WHEN m.status = 'pending' AND d.status = 'pending' THEN m.next_attempt_at END,
      held = false, lease = NULL, leased_until = NULL
    FROM ours m
    WHERE d.id = m.id
    RETURNING d.id, d.workspace_id, d.attempts, d.event_id, m.attempted_at, m.latency_ms, m.status_code, m.error, m.response_body
  ), stored AS (
    INSERT INTO delivery_attempts (delivery_id, workspace_id, number, attempted_at, latency_ms, status_code, error, response_body)
    SELECT u.id, u.workspace_id, u.attempts, u.attempted_at, u.latency_ms, u.status_code, u.error,
           CASE WHEN u.response_body = '' OR EXISTS (SELECT FROM webhook_events v WHERE v.id = u.event_id AND v.body IS NOT NULL) THEN u.response_body END
    FROM updated u
  ), healed AS (
    DELETE FROM webhook_failures WHERE webhook_id = ANY($11::text[])
  )
  SELECT id FROM updated`;

/** FROM the endpoint: one that was deleted meanwhile leaves nothing behind. */
export const addFailures = `
  INSERT INTO webhook_failures AS f (webhook_id, workspace_id, failing_since, failed_attempts)
  SELECT e.id, e.workspace_id, c.since, c.failures FROM unnest($1::text[], $2::timestamptz[], $3::int[]) AS c (webhook_id, since, failures)
  JOIN webhook_endpoints e ON e.id = c.webhook_id ORDER BY e.id
  ON CONFLICT (webhook_id) DO UPDATE SET failed_attempts = f.failed_attempts + excluded.failed_attempts
  RETURNING webhook_id AS "webhookId", failing_since AS "failingSince", failed_attempts AS "failedAttempts"`;
