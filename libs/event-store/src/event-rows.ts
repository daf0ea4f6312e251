import { isErased, type DomainEvent, type EventCatalogue, type StreamRef } from '@ci/domain';
import { uuidv7 } from '@ci/ids';

import type { EventMetadata } from './stored-event.ts';

/** Events to add to one stream that is at `expectedVersion` (0: that does not exist yet). */
export interface Append<Event extends DomainEvent> {
  readonly stream: StreamRef;
  readonly expectedVersion: number;
  readonly events: readonly Event[];
  readonly metadata: EventMetadata;
}

/** An event as it is stored. */
export interface EventRow<Event> {
  readonly event: Event;
  readonly stream: StreamRef;
  readonly version: number;
  readonly metadata: EventMetadata;
  readonly eventId: string;
  readonly schemaVersion: number;
  readonly subject: string | null;
  readonly personal: string | null;
}

/** What events become in the tables. Throws TypeError for a personal part that cannot be stored. */
export function rowsOf<Event extends DomainEvent>(
  { stream, expectedVersion, events, metadata }: Append<Event>,
  catalogue: EventCatalogue<Event>,
): EventRow<Event>[] {
  return events.map((event, index) => ({
    event,
    stream,
    version: expectedVersion + index + 1,
    metadata,
    eventId: uuidv7(),
    schemaVersion: catalogue.versionOf(event.type),
    ...personalPartOf(event, stream, catalogue.apartOf(event.type)),
  }));
}

function personalPartOf(
  event: DomainEvent,
  stream: StreamRef,
  apart: object,
): { subject: string | null; personal: string | null } {
  if (event.personal === undefined) {
    if (event.subject !== undefined)
      throw new TypeError(`event ${event.type} names a subject but has no personal part`);
    return { subject: null, personal: null };
  }
  // A decider that copied an erased part into a new event would make the loss look like content.
  if (isErased(event.personal))
    throw new TypeError(`event ${event.type} cannot be stored with an erased personal part`);
  return { subject: event.subject ?? stream.id, personal: JSON.stringify({ ...event.personal, ...apart }) };
}
