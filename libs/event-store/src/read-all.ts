import type { DomainEvent, EventCatalogue } from '@ci/domain';
import type { DataSource, EntityManager } from 'typeorm';

import { storedEventOf, type StoredEvent, type StoredEventRow } from './stored-event.ts';
import { readAllStatement } from './stored-events.sql.ts';

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
