import { inTransaction } from '@ci/database';
import type { StreamRef } from '@ci/domain';
import { testDatabase, type TestDatabase } from '@ci/testing';
import type { DataSource } from 'typeorm';

import {
  append,
  eventStoreSql,
  load,
  withoutForeignKeys,
  refusedAppends,
  type EventMetadata,
  type NewEvent,
} from '../src/index.ts';
import { guestBookEvents, type GuestBookEvent } from './guest-book.ts';

/** An empty store in a separate database. */
export const openStore = (poolSize = 10): Promise<TestDatabase> =>
  testDatabase({ schema: 'store', sql: [...eventStoreSql, ...withoutForeignKeys, ...refusedAppends], poolSize });

/** Appends guest book events in a separate transaction, without a second attempt. */
export const store = (
  dataSource: DataSource,
  stream: StreamRef,
  expectedVersion: number,
  events: readonly GuestBookEvent[],
  metadata: EventMetadata = {},
): Promise<readonly NewEvent<GuestBookEvent>[]> =>
  dataSource.transaction((tx) => append(tx, stream, expectedVersion, events, metadata, guestBookEvents));

/** What a stream holds. */
export const stored = (dataSource: DataSource, stream: StreamRef) =>
  inTransaction(dataSource, (tx) => load(tx, stream.id, guestBookEvents));

/** How many rows the tables of the store hold. */
export async function rowCounts(dataSource: DataSource): Promise<Record<string, number>> {
  const [counts] = await dataSource.query<Record<string, number>[]>(`
    SELECT (SELECT count(*) FROM streams)::int AS streams, (SELECT count(*) FROM events)::int AS events,
           (SELECT count(*) FROM event_personal)::int AS personal`);
  return counts ?? {};
}

/** A stored event as a command answers it, which does not know its place among all events. */
export const withoutPosition = <Event extends { readonly globalPosition: string }>({
  globalPosition: _,
  ...event
}: Event): Omit<Event, 'globalPosition'> => event;
