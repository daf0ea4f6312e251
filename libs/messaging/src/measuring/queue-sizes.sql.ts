/** Written by hand: counts end at 100,000, so that the length of a backlog does not matter. */

export const selectOutbox = `
  SELECT (SELECT count(*) FROM (SELECT FROM outbox LIMIT 100000) AS waiting)::int AS messages,
         greatest(coalesce((SELECT extract(epoch FROM clock_timestamp() - created_at) FROM outbox ORDER BY id LIMIT 1), 0), 0)::float8 AS age`;

export const selectParked = `
  SELECT 'consumer' AS side, count(DISTINCT coalesce(key, id::text))::int AS keys, count(*)::int AS messages
  FROM (SELECT id, key FROM parked_messages LIMIT 100000) AS received
  UNION ALL
  SELECT 'relay', count(DISTINCT key)::int, count(*)::int
  FROM (SELECT key FROM outbox_parked LIMIT 100000) AS refused`;
