/** Written by hand: some rows at a time, past those that are locked: what became of their messages is just being noted. */
export const pruneInbox = `
  WITH old AS (
    SELECT consumer, message_id FROM inbox
    WHERE received_at < clock_timestamp() - $1 * interval '1 day'
      AND NOT EXISTS (
        SELECT FROM parked_messages parked
        WHERE parked.consumer = inbox.consumer AND parked.message_id = inbox.message_id
      )
    ORDER BY received_at
    LIMIT $2
    FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM inbox USING old
    WHERE inbox.consumer = old.consumer AND inbox.message_id = old.message_id
    RETURNING 1
  )
  SELECT count(*)::int AS deleted FROM gone`;
