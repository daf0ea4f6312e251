/** As `storedEventSelect`, from `e`, `s` and `p` as `tables` has them, with further columns. */
const storedEventSelectFrom = (tables: string, columns = ''): string => `
  SELECT e.stream_id, s.stream_type, e.workspace_id, e.version, e.global_position, e.transaction_id::text AS transaction_id,
         e.event_id, e.event_type, e.schema_version, e.data, e.metadata, e.recorded_at, e.subject_id, p.data AS personal${columns}
  FROM ${tables}`;

/** As `storedEventSelect`, with further columns made of `e`, `s` and `p`. */
export const storedEventSelectWith = (columns: string): string =>
  storedEventSelectFrom(
    `events e
  JOIN streams s ON s.stream_id = e.stream_id
  LEFT JOIN event_personal p ON p.event_id = e.event_id`,
    columns,
  );

/** Events with what is left of their personal parts; the reader adds its own WHERE and ORDER BY. */
const storedEventSelect = storedEventSelectWith('');

/**
 * Looks up each stream, event and personal part by its index: OFFSET and LIMIT keep Postgres from joining the tables as a whole, which it
 * takes for cheaper until they are long: a batch of 200 streams would read all of 20,000.
 */
export const loadStatement = `${storedEventSelectFrom(`unnest($1::text[]) AS asked (stream_id)
  CROSS JOIN LATERAL (SELECT stream_type FROM streams WHERE streams.stream_id = asked.stream_id LIMIT 1) AS s
  CROSS JOIN LATERAL (SELECT * FROM events WHERE events.stream_id = asked.stream_id OFFSET 0) AS e
  LEFT JOIN LATERAL (
    SELECT data FROM event_personal WHERE e.subject_id IS NOT NULL AND event_personal.event_id = e.event_id LIMIT 1
  ) AS p ON true`)} ORDER BY e.version`;

/**
 * Positions are given out before they commit: a reader that only remembers the highest one skips those that commit late. Below
 * pg_snapshot_xmin nothing can commit any more, so the order by transaction is final there. It MUST be one statement, because xmin has to
 * be that of the snapshot the rows are read with. That versions of one stream follow this order is the work of append's guard.
 */
export const readAllStatement = `${storedEventSelect}
  WHERE e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
    AND (e.transaction_id, e.global_position) > ($1::xid8, $2::bigint)
  ORDER BY e.transaction_id, e.global_position
  LIMIT $3`;

/** Up to 10,000, so that it does not matter how many readers do not see yet. */
export const selectHidden = `
  SELECT count(*)::int AS events, greatest(coalesce(extract(epoch FROM clock_timestamp() - min(recorded_at)), 0), 0)::float8 AS lag
  FROM (
    SELECT recorded_at FROM events
    WHERE transaction_id >= pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY transaction_id, global_position
    LIMIT 10000
  ) AS hidden`;
