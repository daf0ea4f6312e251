import type { EntityManager } from 'typeorm';

import type { StoreCursor } from '../read-all.ts';
import { storedEventSelectWith, type StoredEventRow } from '../stored-event.ts';

/** What a page may hold: personal parts (transcripts) differ in size by a factor of thousands. */
export interface PageLimits {
  readonly events: number;
  readonly personalBytes: number;
}

/** Events that were recorded from a time on, before another one. */
export interface RecordedRange {
  readonly from?: Date;
  readonly until?: Date;
}

export interface EventPage {
  readonly rows: readonly StoredEventRow[];
  readonly cursor: StoreCursor;
  /** There may be more behind it. */
  readonly more: boolean;
}

/**
 * The next events of some kinds of stream. `settled`: those below the oldest running transaction, whose order is final, as in `readAll`.
 * `visible`: all that the snapshot shows; only for a reader that may pass over what commits later, or that has locked out whoever could add.
 */
export async function nextPage(
  tx: EntityManager,
  streamTypes: readonly string[],
  cursor: StoreCursor,
  which: 'settled' | 'visible',
  limits: PageLimits,
  recorded: RecordedRange = {},
): Promise<EventPage> {
  const rows = await tx.query<PageRow[]>(which === 'settled' ? settledPage : visiblePage, [
    cursor.transactionId,
    cursor.globalPosition,
    streamTypes,
    limits.events,
    limits.personalBytes,
    recorded.from ?? null,
    recorded.until ?? null,
  ]);
  const last = rows.at(-1);
  if (!last) return { rows, cursor, more: false };
  const inPage = Number(last.in_page);
  return {
    rows,
    cursor: { transactionId: last.transaction_id, globalPosition: last.global_position },
    more: rows.length < inPage || inPage === limits.events,
  };
}

interface PageRow extends StoredEventRow {
  /** Before the limit of bytes was applied. */
  readonly in_page: string;
}

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

const settledPage = page('AND e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())');
const visiblePage = page('');
