import type { DomainEvent } from './decider.ts';
import type { Erased } from './erased.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** An event as it was stored, in whatever schema version that was. */
export interface EventInAnyVersion {
  readonly type: string;
  readonly data: JsonObject;
  readonly personal?: JsonObject | Erased;
  readonly subject?: string;
}

/** Brings an event up by one schema version. Its personal part may be erased. */
export type Upcaster = (event: EventInAnyVersion) => EventInAnyVersion;

/** The schema version that is written today, and an upcaster from each earlier one to the next. */
export interface EventDefinition {
  readonly version: number;
  readonly upcast?: Readonly<Record<number, Upcaster>>;
  /**
   * Members of the personal part that a projector keeps in a separate table, each with what is stored in its place. They are there while the
   * event is new; a caller that loads it finds the place-holders.
   */
  readonly apart?: JsonObject;
}

/** What may be stored in and read from the streams of one decider. */
export interface EventCatalogue<Event extends DomainEvent> {
  readonly definitions: Readonly<Record<string, EventDefinition>>;
  /** The schema version under which an event of this type is stored now. */
  versionOf(type: string): number;
  /** What takes the place of those members of its personal part that are kept apart. */
  apartOf(type: string): JsonObject;
  /** An event of any version ever stored, as one of today's. */
  upcast(event: EventInAnyVersion, schemaVersion: number): Event;
}

/** Declares the events of one decider. A missing upcaster is refused at once, not on the day an old event is met. */
export function defineEvents<Event extends DomainEvent>(definitions: {
  readonly [Type in Event['type']]: EventDefinition;
}): EventCatalogue<Event> {
  const catalogue: Readonly<Record<string, EventDefinition>> = { ...definitions };
  for (const [type, definition] of Object.entries(catalogue)) assertComplete(type, definition);
  return catalogueOf<Event>(catalogue);
}

/** One catalogue for several kinds of stream, for a reader of the whole store. */
export function combineCatalogues<Event extends DomainEvent>(
  ...catalogues: readonly EventCatalogue<Event>[]
): EventCatalogue<Event> {
  const combined: Record<string, EventDefinition> = {};
  for (const [type, definition] of catalogues.flatMap(({ definitions }) => Object.entries(definitions))) {
    if (Object.hasOwn(combined, type)) throw new Error(`event ${type} is declared in two catalogs`);
    combined[type] = definition;
  }
  return catalogueOf<Event>(combined);
}

/** The store holds an event that this build does not know: it is older than the one that wrote it, or a definition was dropped. */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';
}

function catalogueOf<Event extends DomainEvent>(
  definitions: Readonly<Record<string, EventDefinition>>,
): EventCatalogue<Event> {
  const definitionOf = (type: string): EventDefinition => {
    const definition = Object.hasOwn(definitions, type) ? definitions[type] : undefined;
    if (!definition) throw new UnknownEvent(`event ${type} is not in the catalogue`);
    return definition;
  };
  return {
    definitions,
    versionOf: (type) => definitionOf(type).version,
    apartOf: (type) => definitionOf(type).apart ?? {},
    upcast: (stored, schemaVersion) => {
      const { version, upcast = {} } = definitionOf(stored.type);
      if (schemaVersion > version) {
        throw new UnknownEvent(`event ${stored.type} is stored as version ${schemaVersion}, known up to ${version}`);
      }
      // Integer keys come in ascending order, and they are 1 … version - 1 without a gap.
      const missed = Object.values(upcast).slice(schemaVersion - 1);
      return missed.reduce((event, step) => step(event), stored) as unknown as Event;
    },
  };
}

function assertComplete(type: string, { version, upcast = {} }: EventDefinition): void {
  if (!Number.isInteger(version) || version < 1) throw new Error(`event ${type}: version ${version} is not 1, 2, 3 …`);
  const expected = Array.from({ length: version - 1 }, (_, index) => String(index + 1));
  const given = Object.keys(upcast);
  const missing = expected.filter((from) => !given.includes(from));
  const surplus = given.filter((from) => !expected.includes(from));
  if (missing.length > 0) throw new Error(`event ${type}: no upcaster from version ${missing.join(', ')}`);
  if (surplus.length > 0) throw new Error(`event ${type}: upcaster from version ${surplus.join(', ')} leads nowhere`);
}
