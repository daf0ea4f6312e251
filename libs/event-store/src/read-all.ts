import type { DomainEvent, EventCatalogue } from '@ci/domain';
import type { DataSource, EntityManager } from 'typeorm';

import { storedEventOf, storedEventSelect, type StoredEvent, type StoredEventRow } from './stored-event.ts';

/** How far a reader of the whole store has come: both are decimal strings. */
export interface StoreCursor {
  readonly transactionId: string;
  readonly globalPosition: string;
}

/** The cursor before the first event. */
export const startOfStore: StoreCursor = Object.freeze({ transactionId: '0', globalPosition: '0' });

/**
 * The next events of the whole store, each stream in its own order; go on with the returned cursor. Events appear once every transaction
 * that began writing before theirs has ended, so one that is held open (in any database of the server) holds the reader back.
 */
export async function readAll<Event extends DomainEvent>(
  source: DataSource | EntityManager,
  cursor: StoreCursor,
  limit: number,
  catalogue: EventCatalogue<Event>,
): Promise<{ events: StoredEvent<Event>[]; cursor: StoreCursor }> {
  const rows = await source.query<StoredEventRow[]>(readAllStatement, [
    cursor.transactionId,
    cursor.globalPosition,
    limit,
  ]);
  const last = rows.at(-1);
  return {
    events: rows.map((row) => storedEventOf(row, catalogue)),
    cursor: last ? { transactionId: last.transaction_id, globalPosition: last.global_position } : cursor,
  };
}

/**
 * Positions are given out before they commit: a reader that only remembers the highest one skips those that commit late. Below
 * pg_snapshot_xmin nothing can commit any more, so the order by transaction is final there. It MUST be one statement, because xmin has to
 * be that of the snapshot the rows are read with. That versions of one stream follow this order is the work of append's guard.
 */
const readAllStatement = `${storedEventSelect}
  WHERE e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
    AND (e.transaction_id, e.global_position) > ($1::xid8, $2::bigint)
  ORDER BY e.transaction_id, e.global_position
  LIMIT $3`;
