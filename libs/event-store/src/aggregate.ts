import type { Decider, DomainEvent, EventCatalogue, StreamRef } from '@ci/domain';
import type { Statement } from '@ci/database';
import type { EntityManager } from 'typeorm';

import type { Projector } from './execute-command.ts';
import { defineProjection, type Projection } from './rebuild/projection.ts';
import type { NewEvent } from './stored-event.ts';

/** A kind of stream, declared once: what it decides, and what is stored with its events. */
export interface Aggregate<State, Command, Event extends DomainEvent, Message = object> {
  /** The type of its streams, and the first part of their ids. */
  readonly name: string;
  readonly decider: Decider<State, Command, Event>;
  readonly events: EventCatalogue<Event>;
  /** Its read models, in the order in which they are written. */
  readonly projectors: readonly AggregateProjector<Event>[];
  /** Commands against one stream queue instead of conflicting: for streams that several write at once. */
  readonly queued?: boolean;
  readonly messages?: AggregateMessages<State, Event, Message>;
  readonly erasure?: AggregateErasure<State, Event>;
  /** What else the events change, after read models and erasure, before the messages. Not part of a rebuild. */
  readonly followUp?: (tx: EntityManager, events: readonly NewEvent<Event>[]) => Promise<void>;
}

/** A read model. `name` and `tables` are what a rebuild calls it. */
export interface AggregateProjector<Event extends DomainEvent> {
  readonly name: string;
  /** In the order in which they are written. */
  readonly tables: readonly string[];
  readonly project: Projector<Event>;
  /** Its tables hold what the stored events do not (`apart` in their catalogue), so they can not be made of them again. */
  readonly original?: true;
}

/** What other services hear of the events. `@ci/messaging` stores it: `outboxOf`. */
export interface AggregateMessages<State, Event extends DomainEvent, Message = object> {
  /** The messages' `ce_source`. */
  readonly source: string;
  /** The same events and state give the same messages, today and when they are sent again. */
  of(events: readonly NewEvent<Event>[], state: State): readonly Message[];
  /** What stores them: an INSERT. */
  statement(messages: readonly Message[]): Statement;
}

/** When the personal parts of a stream are erased, and what else goes with them. */
export interface AggregateErasure<State, Event extends DomainEvent> {
  readonly on: readonly Event['type'][];
  /** Once for all streams of a batch, before the messages of the same events are stored. */
  readonly also?: (tx: EntityManager, erased: readonly ErasedStream<State, Event>[]) => Promise<unknown>;
}

export interface ErasedStream<State, Event extends DomainEvent> {
  readonly stream: StreamRef;
  /** Its id without the name of the aggregate. */
  readonly id: string;
  readonly event: Event;
  /** After all commands of the batch. */
  readonly state: State;
}

/** Declares an aggregate. */
export function defineAggregate<State, Command, Event extends DomainEvent, Message = object>(
  aggregate: Aggregate<State, Command, Event, Message>,
): Aggregate<State, Command, Event, Message> {
  return aggregate;
}

/** Names a stream of an aggregate. */
export function streamOf({ name }: { readonly name: string }, workspaceId: string, id: string): StreamRef {
  return { type: name, id: `${name}-${id}`, workspaceId };
}

/** The read models of an aggregate that its events can make again, as `rebuildProjection` works on them. */
export function projectionsOf<State, Command, Event extends DomainEvent>({
  name: streamType,
  events: catalogue,
  projectors,
}: Aggregate<State, Command, Event>): readonly Projection[] {
  return projectors
    .filter(({ original }) => original !== true)
    .map(({ name, tables, project: projector }) =>
      defineProjection({ name, tables, streamTypes: [streamType], catalogue, projector }),
    );
}
