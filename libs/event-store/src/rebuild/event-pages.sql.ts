import { storedEventSelectWith } from '../stored-events.sql.ts';

/** Written by hand: a page is cut by its bytes, too, and holds its first event however long that is: its reader would not get past it. */
const page = (condition: string): string => `
  SELECT * FROM (
    SELECT found.*, count(*) OVER () AS in_page, sum(size) OVER (ORDER BY place) - size AS bytes_before
    FROM (
      ${storedEventSelectWith(`, coalesce(octet_length(p.data), 0) AS size,
         row_number() OVER (ORDER BY e.transaction_id, e.global_position) AS place`)}
      WHERE (e.transaction_id, e.global_position) > ($1::xid8, $2::bigint) AND s.stream_type = ANY ($3::text[])
        AND ($6::timestamptz IS NULL OR e.recorded_at >= $6) AND ($7::timestamptz IS NULL OR e.recorded_at < $7) ${condition}
      ORDER BY e.transaction_id, e.global_position
      LIMIT $4
    ) AS found
  ) AS sized
  WHERE bytes_before < $5
  ORDER BY place`;

export const settledPage = page('AND e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())');
export const visiblePage = page('');
