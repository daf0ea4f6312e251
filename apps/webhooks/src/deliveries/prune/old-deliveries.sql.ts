/** Written by hand: some rows at a time, past what others have locked. */

/** By way of their events, which are as old: each index of the deliveries is written twice for each of them. */
export const deleteDeliveries = `
  WITH old AS (
    SELECT d.id FROM webhook_events v JOIN deliveries d ON d.event_id = v.id
    WHERE v.created_at < $1 AND d.created_at < $1 AND d.status <> 'pending' AND (d.leased_until IS NULL OR d.leased_until < $3)
    ORDER BY v.created_at
    LIMIT $2
    FOR UPDATE OF d SKIP LOCKED
  ), attempts AS (DELETE FROM delivery_attempts WHERE delivery_id IN (SELECT id FROM old)
  ), gone AS (DELETE FROM deliveries WHERE id IN (SELECT id FROM old) RETURNING 1)
  SELECT count(*)::int AS deleted FROM gone`;

export const deleteEvents = `
  WITH old AS (
    SELECT v.id FROM webhook_events v
    WHERE v.created_at < $1 AND NOT EXISTS (SELECT FROM deliveries d WHERE d.event_id = v.id)
    ORDER BY v.created_at
    LIMIT $2
    FOR UPDATE SKIP LOCKED
  ), gone AS (DELETE FROM webhook_events WHERE id IN (SELECT id FROM old) RETURNING 1)
  SELECT count(*)::int AS deleted FROM gone`;

export const deleteRecoveries = `
  WITH old AS (
    SELECT id FROM recoveries
    WHERE created_at < $1 AND status <> 'running'
    ORDER BY created_at
    LIMIT $2
    FOR UPDATE SKIP LOCKED
  ), gone AS (DELETE FROM recoveries WHERE id IN (SELECT id FROM old) RETURNING 1)
  SELECT count(*)::int AS deleted FROM gone`;
