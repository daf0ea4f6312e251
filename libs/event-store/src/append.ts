import { notFound, type DomainEvent, type EventCatalogue, type StreamRef } from '@ci/domain';
import { sqlStateOf } from '@ci/errors';
import type { EntityManager } from 'typeorm';

import { appendStatement } from './append.sql.ts';
import { DatabaseClock } from './database-clock.ts';
import { rowsOf, type Append } from './event-rows.ts';
import { FOREIGN_STREAM, MOVED_STREAM } from './event-store.sql.ts';
import type { EventMetadata, NewEvent } from './stored-event.ts';
import { VersionConflict } from './version-conflict.ts';
import { TIME_CONSTRAINT, violatedConstraint } from './violated-constraint.ts';

/**
 * Adds events to a stream that stands at `expectedVersion` (0: that does not exist yet), in the caller's transaction. No events, no write.
 *
 * Throws VersionConflict when the stream stands elsewhere, or was last written by a younger transaction; notFound() when it belongs to another
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
  const recordedAt = await DatabaseClock.of(tx.dataSource).now(tx);
  const { events, stored } = beginAppend(
    tx,
    appends.map((one) => ({ ...one, recordedAt })),
    catalogue,
  );
  await stored;
  return events;
}

/** Events to add, with their time: the database's, and not before that of the stream's last event. */
export interface TimedAppend<Event extends DomainEvent> extends Append<Event> {
  readonly recordedAt: Date;
}

/** Events that are on their way into the store. */
export interface BegunAppend<Event extends DomainEvent> {
  /** As they are stored. */
  readonly events: readonly NewEvent<Event>[];
  /** Rejects as `append` does. */
  readonly stored: Promise<void>;
}

/** What `appendAll` does, without waiting for the answer: what is sent behind it fails when it does. */
export function beginAppend<Event extends DomainEvent>(
  tx: EntityManager,
  appends: readonly TimedAppend<Event>[],
  catalogue: EventCatalogue<Event>,
): BegunAppend<Event> {
  // Without a transaction the append would commit alone, before the read models and messages that belong to it.
  if (!tx.queryRunner?.isTransactionActive) throw new Error('append needs an open transaction');
  const heads = headsOf(appends);
  const rows = appends.flatMap((one) => rowsOf(one, catalogue).map((row) => ({ ...row, recordedAt: one.recordedAt })));
  if (rows.length === 0) return { events: [], stored: Promise.resolve() };

  const personal = rows.filter((row) => row.personal !== null);
  const answer = tx.query<{ readonly now: Date }[]>(appendStatement(personal.length), [
    heads.map(({ stream }) => stream.id),
    heads.map(({ stream }) => stream.type),
    heads.map(({ stream }) => stream.workspaceId),
    heads.map(({ expectedVersion }) => expectedVersion),
    heads.map(({ count }) => count),
    heads.map(({ recordedAt }) => recordedAt.toISOString()),
    rows.map(({ stream }) => stream.id),
    rows.map(({ stream }) => stream.workspaceId),
    rows.map(({ version }) => version),
    rows.map(({ eventId }) => eventId),
    rows.map(({ event }) => event.type),
    rows.map(({ schemaVersion }) => schemaVersion),
    rows.map(({ event }) => JSON.stringify(event.data)),
    rows.map(({ metadata }) => JSON.stringify(metadata)),
    rows.map(({ subject }) => subject),
    rows.map(({ recordedAt }) => recordedAt.toISOString()),
    personal.map(({ eventId }) => eventId),
    personal.map(({ stream }) => stream.workspaceId),
    personal.map(({ subject }) => subject),
    ...personal.map((row) => row.personal),
  ]);
  return {
    events: rows.map(({ event, eventId, stream, version, recordedAt, metadata }) => {
      return { event, eventId, stream, version, recordedAt, metadata };
    }),
    stored: heardBy(DatabaseClock.of(tx.dataSource), answer, heads),
  };
}

/** Rejects with what the store calls the database's refusal. */
async function heardBy(
  clock: DatabaseClock,
  answer: Promise<readonly { readonly now: Date }[]>,
  heads: readonly Head[],
): Promise<void> {
  try {
    const [row] = await answer;
    if (row !== undefined) clock.heard(row.now);
  } catch (error) {
    const isRefusedTime = violatedConstraint(error) === TIME_CONSTRAINT;
    // The clock of the database was set, or another server has taken over.
    if (isRefusedTime) clock.forget();
    const state = sqlStateOf(error);
    if (state === FOREIGN_STREAM) throw notFound();
    if (state !== MOVED_STREAM && !isRefusedTime) throw error;
    const { driverError } = error as { readonly driverError?: { readonly detail?: string } };
    const moved = heads.find(({ stream }) => stream.id === driverError?.detail) ?? heads[0];
    throw new VersionConflict(moved?.stream.id ?? '', moved?.expectedVersion);
  }
}

interface Head {
  readonly stream: StreamRef;
  readonly expectedVersion: number;
  readonly recordedAt: Date;
  count: number;
}

/** Where each stream must stand, and by how much it advances; sorted by id. */
function headsOf(appends: readonly TimedAppend<DomainEvent>[]): Head[] {
  const heads = new Map<string, Head>();
  for (const { stream, expectedVersion, events, recordedAt } of appends) {
    if (!Number.isSafeInteger(expectedVersion) || expectedVersion < 0) {
      throw new TypeError('expectedVersion is not 0, 1, 2 …');
    }
    if (events.length === 0) continue;
    const head = heads.get(stream.id) ?? { stream, expectedVersion, recordedAt, count: 0 };
    const { workspaceId } = head.stream;
    if (expectedVersion !== head.expectedVersion + head.count || stream.workspaceId !== workspaceId) {
      throw new VersionConflict(stream.id, expectedVersion);
    }
    head.count += events.length;
    heads.set(stream.id, head);
  }
  return [...heads.values()].sort((a, b) => (a.stream.id < b.stream.id ? -1 : 1));
}
