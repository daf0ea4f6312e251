/** The first transaction id that is not special to Postgres. No live transaction has it: creating a cluster alone takes hundreds. */
const lowestXid = '3';

/** A cursor follows as many events as before. */
export const moveCursorsStatement = `
UPDATE projection_rebuilds r SET transaction_id = '${lowestXid}', global_position = $1::bigint + (
  SELECT count(*) FROM events e
  WHERE (e.transaction_id, e.global_position) <= (r.transaction_id, r.global_position)
)`;

/**
 * The new positions follow the highest old one: no two rows ever share one, whatever the order of the update, and no old cursor can be taken
 * for a new one. What has moved already lies beyond it too, which keeps it out of the next batch.
 */
export const renumberStatement = `
WITH batch AS (
  SELECT global_position, transaction_id, row_number() OVER (ORDER BY transaction_id, global_position) AS place
  FROM events
  WHERE (transaction_id, global_position) > ($1::xid8, $2::bigint) AND global_position <= $3::bigint
  ORDER BY transaction_id, global_position
  LIMIT $5
), moved AS (
  UPDATE events e
  SET global_position = $3::bigint + $4::bigint + batch.place, transaction_id = '${lowestXid}'
  FROM batch WHERE e.global_position = batch.global_position
  RETURNING 1
)
SELECT (SELECT count(*) FROM moved) AS moved, transaction_id::text AS transaction_id, global_position
FROM batch ORDER BY place DESC LIMIT 1`;

export const rebaseStreamsStatement = `
WITH rebased AS (UPDATE streams SET last_xid = '${lowestXid}' WHERE last_xid <> '${lowestXid}' RETURNING 1)
SELECT count(*) AS streams FROM rebased`;

/**
 * Nothing that can be seen was written by a transaction at or after the snapshot's xmax, unless another cluster wrote it; only the
 * transaction that asks may see such events, its own. One look at the end of an index.
 */
export const selectAhead = `
SELECT EXISTS (
  SELECT FROM events
  WHERE transaction_id >= pg_snapshot_xmax(pg_current_snapshot())
    AND transaction_id IS DISTINCT FROM pg_current_xact_id_if_assigned()
) AS ahead`;
