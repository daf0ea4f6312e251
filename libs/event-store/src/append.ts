import { notFound, type DomainEvent, type EventCatalogue, type StreamRef } from '@ci/domain';
import { sqlStateOf } from '@ci/errors';
import type { EntityManager } from 'typeorm';

import { appendStatement } from './append.sql.ts';
import { rowsOf, type Append } from './event-rows.ts';
import { FOREIGN_STREAM, MOVED_STREAM } from './event-store.sql.ts';
import type { EventMetadata, NewEvent } from './stored-event.ts';
import { VersionConflict } from './version-conflict.ts';
import { TIME_CONSTRAINT, violatedConstraint } from './violated-constraint.ts';

/**
 * Adds events to a stream that is at `expectedVersion` (0: that does not exist yet), in the caller's transaction. No events, no write.
 *
 * Throws VersionConflict when the stream is at another version, or was last written by a younger transaction; notFound() when it belongs to another
 * workspace. The transaction can not commit any more then.
 */
export async function append<Event extends DomainEvent>(
  tx: EntityManager,
  stream: StreamRef,
  expectedVersion: number,
  events: readonly Event[],
  metadata: EventMetadata,
  catalogue: EventCatalogue<Event>,
): Promise<readonly NewEvent<Event>[]> {
  return appendAll(tx, [{ stream, expectedVersion, events, metadata }], catalogue);
}

/**
 * The same for several appends, in one statement and in this order. A stream may come more than once, each time expected where the append
 * before leaves it. One stream that conflicts is a VersionConflict for all.
 */
export async function appendAll<Event extends DomainEvent>(
  tx: EntityManager,
  appends: readonly Append<Event>[],
  catalogue: EventCatalogue<Event>,
): Promise<readonly NewEvent<Event>[]> {
  const recordedAt = await databaseTime(tx);
  const { events, stored } = beginAppend(tx, appends, recordedAt, catalogue);
  await stored;
  return events;
}

/** The time of the database, which that of events is: each process has its own clock. */
export async function databaseTime(tx: EntityManager): Promise<Date> {
  const [row] = await tx.query<{ readonly now: Date }[]>('SELECT clock_timestamp() AS now');
  if (row === undefined) throw new Error('the database does not tell the time');
  return row.now;
}

/** Events that are on their way into the store. */
export interface BegunAppend<Event extends DomainEvent> {
  /** As they are stored. */
  readonly events: readonly NewEvent<Event>[];
  /** Rejects as `append` does. */
  readonly stored: Promise<void>;
}

/**
 * What `appendAll` does, without waiting for the answer: what is sent behind it fails when it does. `recordedAt` is the database's time when
 * the streams were loaded.
 */
export function beginAppend<Event extends DomainEvent>(
  tx: EntityManager,
  appends: readonly Append<Event>[],
  recordedAt: Date,
  catalogue: EventCatalogue<Event>,
): BegunAppend<Event> {
  // Without a transaction the append would commit alone, before the read models and messages that belong to it.
  if (!tx.queryRunner?.isTransactionActive) throw new Error('append needs an open transaction');
  const heads = headsOf(appends);
  const rows = appends.flatMap((one) => rowsOf(one, catalogue));
  if (rows.length === 0) return { events: [], stored: Promise.resolve() };

  const personal = rows.filter((row) => row.personal !== null);
  const answer = tx.query(appendStatement(personal.length), [
    heads.map(({ stream }) => stream.id),
    heads.map(({ stream }) => stream.type),
    heads.map(({ stream }) => stream.workspaceId),
    heads.map(({ expectedVersion }) => expectedVersion),
    heads.map(({ count }) => count),
    recordedAt.toISOString(),
    rows.map(({ stream }) => stream.id),
    rows.map(({ stream }) => stream.workspaceId),
    rows.map(({ version }) => version),
    rows.map(({ eventId }) => eventId),
    rows.map(({ event }) => event.type),
    rows.map(({ schemaVersion }) => schemaVersion),
    rows.map(({ event }) => JSON.stringify(event.data)),
    rows.map(({ metadata }) => JSON.stringify(metadata)),
    rows.map(({ subject }) => subject),
    personal.map(({ eventId }) => eventId),
    personal.map(({ stream }) => stream.workspaceId),
    personal.map(({ subject }) => subject),
    ...personal.map((row) => row.personal),
  ]);
  return {
    events: rows.map(({ event, eventId, stream, version, metadata }) => {
      return { event, eventId, stream, version, recordedAt, metadata };
    }),
    stored: answer.then(
      () => undefined,
      (error: unknown) => {
        throw refusalOf(error, heads);
      },
    ),
  };
}

/** What the store calls the database's refusal. */
function refusalOf(error: unknown, heads: readonly Head[]): unknown {
  const state = sqlStateOf(error);
  if (state === FOREIGN_STREAM) return notFound();
  // The clock of the database was set back in between.
  if (state !== MOVED_STREAM && violatedConstraint(error) !== TIME_CONSTRAINT) return error;
  const { driverError } = error as { readonly driverError?: { readonly detail?: string } };
  const moved = heads.find(({ stream }) => stream.id === driverError?.detail) ?? heads[0];
  return new VersionConflict(moved?.stream.id ?? '', moved?.expectedVersion);
}

interface Head {
  readonly stream: StreamRef;
  readonly expectedVersion: number;
  count: number;
}

/** The version that each stream must be at, and by how much it advances; sorted by id. */
function headsOf(appends: readonly Append<DomainEvent>[]): Head[] {
  const heads = new Map<string, Head>();
  for (const { stream, expectedVersion, events } of appends) {
    if (!Number.isSafeInteger(expectedVersion) || expectedVersion < 0) {
      throw new TypeError('expectedVersion is not 0, 1, 2 …');
    }
    if (events.length === 0) continue;
    const head = heads.get(stream.id) ?? { stream, expectedVersion, count: 0 };
    const { workspaceId } = head.stream;
    if (expectedVersion !== head.expectedVersion + head.count || stream.workspaceId !== workspaceId) {
      throw new VersionConflict(stream.id, expectedVersion);
    }
    head.count += events.length;
    heads.set(stream.id, head);
  }
  return [...heads.values()].sort((a, b) => (a.stream.id < b.stream.id ? -1 : 1));
}
