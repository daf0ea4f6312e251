import { fold, type Decider, type DomainEvent, type EventCatalogue } from '@ci/domain';
import type { EntityManager } from 'typeorm';

import { storedEventOf, type StoredEvent, type StoredEventRow } from './stored-event.ts';
import { loadStatement } from './stored-events.sql.ts';

/** The events of one stream, oldest first, in today's schema versions. Version 0 = no such stream. */
export interface LoadedStream<Event extends DomainEvent> {
  readonly version: number;
  readonly events: StoredEvent<Event>[];
}

/** What one stream holds. */
export async function load<Event extends DomainEvent>(
  tx: EntityManager,
  streamId: string,
  catalogue: EventCatalogue<Event>,
): Promise<LoadedStream<Event>> {
  return (await loadAll(tx, [streamId], catalogue)).get(streamId) ?? { version: 0, events: [] };
}

/** What several streams hold, in one round trip. A stream that does not exist is not in the answer. */
export async function loadAll<Event extends DomainEvent>(
  tx: EntityManager,
  streamIds: readonly string[],
  catalogue: EventCatalogue<Event>,
): Promise<Map<string, LoadedStream<Event>>> {
  const rows = await tx.query<StoredEventRow[]>(loadStatement, [streamIds]);
  const streams = new Map<string, { version: number; events: StoredEvent<Event>[] }>();
  for (const row of rows) {
    const stored = storedEventOf(row, catalogue);
    const stream = streams.get(row.stream_id) ?? { version: 0, events: [] };
    stream.events.push(stored);
    stream.version = stored.version;
    streams.set(row.stream_id, stream);
  }
  return streams;
}

/** What a decider makes of one stream. */
export async function loadState<State, Command, Event extends DomainEvent>(
  tx: EntityManager,
  streamId: string,
  decider: Decider<State, Command, Event>,
  catalogue: EventCatalogue<Event>,
): Promise<{ version: number; state: State }> {
  const { version, events } = await load(tx, streamId, catalogue);
  return {
    version,
    state: fold(
      decider,
      decider.initialState(),
      events.map(({ event }) => event),
    ),
  };
}
