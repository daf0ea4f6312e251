/** Written by hand: some rows at a time, past what others have locked. */
export const pruneDeleted = `
  WITH old AS (
    SELECT workspace_id, call_id FROM deleted_calls WHERE deleted_at < clock_timestamp() - $1 * interval '1 day'
    ORDER BY deleted_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM deleted_calls USING old
    WHERE deleted_calls.workspace_id = old.workspace_id AND deleted_calls.call_id = old.call_id RETURNING 1
  )
  SELECT count(*)::int AS deleted FROM gone`;
