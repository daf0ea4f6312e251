/** Written by hand: a queue, read from endpoint to endpoint in the index, so that the length of a backlog does not matter. */
const waitingEndpoints = `WITH RECURSIVE waiting AS (
    SELECT min(webhook_id) AS webhook_id FROM deliveries WHERE status = 'pending'
    UNION ALL
    SELECT (SELECT min(d.webhook_id) FROM deliveries d WHERE d.status = 'pending' AND d.webhook_id > w.webhook_id)
    FROM waiting w WHERE w.webhook_id IS NOT NULL
  )`;

const isDue = `d.next_attempt_at <= $1 AND (d.leased_until IS NULL OR d.leased_until <= $1 OR d.leased_until > $11)`;

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
 * endpoint nor a workspace with a backlog fills the others' places. What was chosen is looked up one by one and marked by an array of ids: the
 * planner takes it for a single row, and a join of it would compare each with each, or with all deliveries. The sum of texts keeps it from the
 * index of all that is pending.
 *
 * SKIP LOCKED on both: another instance has the delivery, or the endpoint is just being changed. READ COMMITTED looks at the conditions
 * again on the row versions that were locked in the end.
 */
export const claimDue = `
  ${waitingEndpoints}, due AS (
    SELECT first.id, first.next_attempt_at, first.turn, e.workspace_id
    FROM waiting w
    JOIN webhook_endpoints e ON e.id = w.webhook_id AND e.status = 'active'
    LEFT JOIN unnest($2::text[], $3::int[]) AS room (webhook_id, free) ON room.webhook_id = e.id
    CROSS JOIN LATERAL (
      SELECT d.id, d.next_attempt_at, row_number() OVER (ORDER BY d.next_attempt_at) AS turn
      FROM deliveries d
      WHERE d.webhook_id = e.id AND d.status = 'pending' AND ${isDue} AND (d.attempts > 0 OR ${isFirstInItsCall('d')})
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
    SELECT d.id, d.workspace_id AS "workspaceId", d.webhook_id AS "webhookId", d.event_id AS "eventId", d.call_id AS "callId", d.created_at AS "storedAt",
           d.failures, e.url, s.secret, v.body, v.traceparent
    FROM chosen
    CROSS JOIN LATERAL (
      SELECT * FROM deliveries d WHERE d.id = chosen.id AND d.status || '' = 'pending' AND ${isDue} FOR UPDATE SKIP LOCKED
    ) AS d
    CROSS JOIN LATERAL (
      SELECT url FROM webhook_endpoints e WHERE e.id = d.webhook_id AND e.status = 'active' FOR SHARE SKIP LOCKED
    ) AS e
    CROSS JOIN LATERAL (SELECT secret FROM webhook_secrets s WHERE s.webhook_id = d.webhook_id LIMIT 1) AS s
    CROSS JOIN LATERAL (SELECT body, traceparent FROM webhook_events v WHERE v.id = d.event_id AND v.body IS NOT NULL LIMIT 1) AS v
  ), leased AS (
    UPDATE deliveries SET lease = $9, leased_until = $10 WHERE id = ANY(ARRAY(SELECT id FROM locked))
  )
  SELECT locked.*, $9::uuid AS lease FROM locked`;

/** Due deliveries that are not taken, up to 1,000 of each endpoint: those that wait for a later attempt are not read. */
export const selectDue = `
  ${waitingEndpoints}
  SELECT count(*)::int AS due,
         greatest(coalesce(extract(epoch FROM clock_timestamp() - min(first.next_attempt_at)), 0), 0)::float8 AS age
  FROM waiting w
  JOIN webhook_endpoints e ON e.id = w.webhook_id AND e.status = 'active'
  CROSS JOIN LATERAL (
    SELECT d.next_attempt_at
    FROM deliveries d
    WHERE d.webhook_id = e.id AND d.status = 'pending' AND d.next_attempt_at <= clock_timestamp()
      AND (d.leased_until IS NULL OR d.leased_until <= clock_timestamp())
    ORDER BY d.next_attempt_at
    LIMIT 1000
  ) AS first`;
