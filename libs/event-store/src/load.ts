import type { EntityManager } from 'typeorm';

import { fold, type Decider, type DomainEvent } from './decider.ts';
import type { EventCatalogue } from './event-catalogue.ts';
import { storedEventOf, storedEventSelect, type StoredEvent, type StoredEventRow } from './stored-event.ts';

/** The events of one stream, oldest first, in today's schema versions. Version 0 = no such stream. */
export async function load<Event extends DomainEvent>(
  tx: EntityManager,
  streamId: string,
  catalogue: EventCatalogue<Event>,
): Promise<{ version: number; events: StoredEvent<Event>[] }> {
  const rows = await tx.query<StoredEventRow[]>(`${storedEventSelect} WHERE e.stream_id = $1 ORDER BY e.version`, [
    streamId,
  ]);
  const events = rows.map((row) => storedEventOf(row, catalogue));
  return { version: events.at(-1)?.version ?? 0, events };
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
