import { fold, type Decider, type DomainEvent, type EventCatalogue, type StreamRef } from '@ci/domain';
import type { Statement } from '@ci/database';
import { beginSpan } from '@ci/observability';
import type { DataSource } from 'typeorm';

import { createStatement } from './create-statement.ts';
import { DatabaseClock } from './database-clock.ts';
import { rowsOf } from './event-rows.ts';
import type { EventMetadata, NewEvent } from './stored-event.ts';
import { VersionConflict } from './version-conflict.ts';
import { TIME_CONSTRAINT, violatedConstraint } from './violated-constraint.ts';

/** The first command of a stream whose id was made for it. */
export interface StreamCreation<State, Command, Event extends DomainEvent> {
  readonly stream: StreamRef;
  readonly command: Command;
  readonly metadata: EventMetadata;
  readonly decider: Decider<State, Command, Event>;
  readonly catalogue: EventCatalogue<Event>;
  /**
   * What is stored with the events: each a single INSERT without its own WITH. They become parts of one statement, see nothing of each
   * other, and their results are not reported.
   */
  readonly writes: (events: readonly NewEvent<Event>[], state: State) => readonly Statement[];
}

/**
 * Decides upon nothing, and stores events, read models and messages in ONE statement, which is its own transaction: one round trip. All of it
 * is stored or nothing.
 *
 * Throws what the decider throws, and VersionConflict when there is such a stream.
 */
export async function createStream<State, Command, Event extends DomainEvent>(
  dataSource: DataSource,
  { stream, command, metadata, decider, catalogue, writes }: StreamCreation<State, Command, Event>,
): Promise<readonly NewEvent<Event>[]> {
  const clock = DatabaseClock.of(dataSource);
  const recordedAt = await clock.now();
  const before = decider.initialState();
  const events = decider.decide(command, before);
  if (events.length === 0) return [];
  const rows = rowsOf({ stream, expectedVersion: 0, events, metadata }, catalogue);
  const created = rows.map(({ event, eventId, version }) => {
    return { event, eventId, stream, version, recordedAt, metadata };
  });
  const { text, values } = createStatement(rows, recordedAt, writes(created, fold(decider, before, events)));
  const span = beginSpan(`create ${stream.type}`, { kind: 'internal', parent: metadata.traceparent });
  let failed = true;
  try {
    const [answer] = await dataSource.query<{ readonly now: Date }[]>(text, [...values]);
    failed = false;
    if (answer !== undefined) clock.heard(answer.now);
    return created;
  } catch (error) {
    const constraint = violatedConstraint(error);
    // The clock of the database was set, or another server has taken over.
    if (constraint === TIME_CONSTRAINT) clock.forget();
    else if (constraint !== 'streams_pkey') throw error;
    throw new VersionConflict(stream.id, 0);
  } finally {
    span.end({ failed });
  }
}
