import { sendTogether } from '@ci/database';
import type { DomainEvent, EventCatalogue } from '@ci/domain';
import type { Projector } from '../execute-command.ts';
import { storedEventOf, type StoredEventRow } from '../stored-event.ts';
import type { EntityManager } from 'typeorm';

/** Read-model tables that are made of events and of nothing else, so that they can be made from scratch. */
export interface Projection {
  /** As operators call it: 'contact-list'. */
  readonly name: string;
  /** What its projector writes, in the order in which it does. Each has a primary key. */
  readonly tables: readonly string[];
  /** The kinds of stream whose events it is made of. */
  readonly streamTypes: readonly string[];
  /** Applies events as they are stored. Names of tables are unqualified: the search path decides which ones are written. */
  readonly apply: (tx: EntityManager, rows: readonly StoredEventRow[]) => Promise<void>;
}

/** A projection as its service declares it. The projector is the one that runs inline. */
export interface ProjectionDefinition<Event extends DomainEvent> {
  readonly name: string;
  readonly tables: readonly string[];
  readonly streamTypes: readonly string[];
  readonly catalogue: EventCatalogue<Event>;
  readonly projector: Projector<Event>;
}

/** Declares what `rebuildProjection` works on. */
export function defineProjection<Event extends DomainEvent>(definition: ProjectionDefinition<Event>): Projection {
  const { name, tables, streamTypes, catalogue, projector } = definition;
  return {
    name,
    tables,
    streamTypes,
    apply: (tx, rows) => sendTogether(tx, projector(rows.map((row) => storedEventOf(row, catalogue)))),
  };
}
