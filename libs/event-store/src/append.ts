import { uuidv7 } from '@ci/platform';
import type { EntityManager } from 'typeorm';

import type { DomainEvent } from './decider.ts';
import { isErased } from './erased.ts';
import type { EventCatalogue } from './event-catalogue.ts';
import type { EventMetadata, StoredEvent, StreamRef } from './stored-event.ts';
import { VersionConflict } from './version-conflict.ts';

/**
 * Adds events to a stream that stands at `expectedVersion` (0: that does not exist yet), in the caller's transaction. No events, no write.
 *
 * Throws VersionConflict when the stream stands elsewhere, belongs to another workspace, or was last written by a younger transaction.
 */
export async function append<Event extends DomainEvent>(
  tx: EntityManager,
  stream: StreamRef,
  expectedVersion: number,
  events: readonly Event[],
  metadata: EventMetadata,
  catalogue: EventCatalogue<Event>,
): Promise<StoredEvent<Event>[]> {
  // Without a transaction the append would commit alone, before the read models and messages that belong to it.
  if (!tx.queryRunner?.isTransactionActive) throw new Error('append needs an open transaction');
  if (!Number.isSafeInteger(expectedVersion) || expectedVersion < 0) {
    throw new TypeError('expectedVersion is not 0, 1, 2 …');
  }
  if (events.length === 0) return [];

  const rows = events.map((event) => rowOf(event, stream, catalogue));
  const appended = await tx.query<AppendedRow[]>(appendStatement(rows.length), [
    stream.id,
    stream.type,
    stream.workspaceId,
    expectedVersion,
    rows.length,
    JSON.stringify(metadata),
    rows.map(({ eventId }) => eventId),
    rows.map(({ event }) => event.type),
    rows.map(({ schemaVersion }) => schemaVersion),
    rows.map(({ event }) => JSON.stringify(event.data)),
    rows.map(({ subject }) => subject),
    ...rows.map(({ personal }) => personal),
  ]);
  return rows.map(({ event, eventId }, index) => {
    const row = appended[index];
    if (!row) throw new VersionConflict(stream.id, expectedVersion);
    return {
      event,
      eventId,
      stream,
      version: Number(row.version),
      globalPosition: row.global_position,
      recordedAt: row.recorded_at,
      metadata,
    };
  });
}

/**
 * ONE statement, for two reasons. Under READ COMMITTED each statement takes its own snapshot, so a separate look at the version would say
 * nothing about the moment of the write; here the row lock and the check are one step. And a round trip costs more than all of this SQL.
 *
 * `last_xid <= pg_current_xact_id()` is the order guard. A transaction gets its id with its first write, often (an inbox row) before it
 * reads the stream; without the guard the older id could write the later version, and a reader in (transaction_id, global_position) order
 * would see version 6 before version 5. No row back = conflict.
 */
const appendStatement = (count: number): string => `
WITH created AS (
  INSERT INTO streams (stream_id, stream_type, workspace_id, version, last_xid)
  SELECT $1, $2, $3, $5::bigint, pg_current_xact_id() WHERE $4::bigint = 0
  ON CONFLICT (stream_id) DO NOTHING
  RETURNING version
), advanced AS (
  UPDATE streams SET version = version + $5::bigint, last_xid = pg_current_xact_id()
  WHERE $4::bigint > 0 AND stream_id = $1 AND workspace_id = $3 AND version = $4::bigint AND last_xid <= pg_current_xact_id()
  RETURNING version
), head AS (
  SELECT version FROM created UNION ALL SELECT version FROM advanced
), appended AS (
  INSERT INTO events (stream_id, workspace_id, version, event_id, event_type, schema_version, data, metadata, subject_id)
  SELECT $1, $3, $4::bigint + e.ordinal, e.event_id, e.event_type, e.schema_version, e.data, $6::jsonb, e.subject_id
  FROM head, unnest($7::uuid[], $8::text[], $9::int[], $10::jsonb[], $11::text[]) WITH ORDINALITY
    AS e (event_id, event_type, schema_version, data, subject_id, ordinal)
  ORDER BY e.ordinal
  RETURNING version, global_position, recorded_at
), personal AS (
  INSERT INTO event_personal (event_id, subject_id, data)
  SELECT part.event_id, part.subject_id, part.data
  FROM head, unnest($7::uuid[], $11::text[], ARRAY[${personalParameters(count)}]) AS part (event_id, subject_id, data)
  WHERE part.data IS NOT NULL
)
SELECT version, global_position, recorded_at FROM appended ORDER BY version`;

/** One parameter each: inside an array parameter a transcript full of quotes and backslashes took ten times as long to escape and parse. */
const personalParameters = (count: number): string =>
  Array.from({ length: count }, (_, index) => `$${12 + index}::text`).join(', ');

interface AppendedRow {
  readonly version: string;
  readonly global_position: string;
  readonly recorded_at: Date;
}

interface EventToAppend<Event> {
  readonly event: Event;
  readonly eventId: string;
  readonly schemaVersion: number;
  readonly subject: string | null;
  readonly personal: string | null;
}

function rowOf<Event extends DomainEvent>(
  event: Event,
  stream: StreamRef,
  catalogue: EventCatalogue<Event>,
): EventToAppend<Event> {
  const common = { event, eventId: uuidv7(), schemaVersion: catalogue.versionOf(event.type) };
  if (event.personal === undefined) {
    if (event.subject !== undefined)
      throw new TypeError(`event ${event.type} names a subject but has no personal part`);
    return { ...common, subject: null, personal: null };
  }
  // A decider that copied an erased part into a new event would make the loss look like content.
  if (isErased(event.personal))
    throw new TypeError(`event ${event.type} can not be stored with an erased personal part`);
  return { ...common, subject: event.subject ?? stream.id, personal: JSON.stringify(event.personal) };
}
