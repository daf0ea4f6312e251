import type { EntityManager } from 'typeorm';

import type { StoreCursor } from '../read-all.ts';
import type { StoredEventRow } from '../stored-event.ts';
import { settledPage, visiblePage } from './event-pages.sql.ts';

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
 * `visible`: all that the snapshot shows; only for a reader that may pass over what commits later, or that has locked out all writers.
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
