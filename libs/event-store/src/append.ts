import { notFound, type DomainEvent, type EventCatalogue, type StreamRef } from '@ci/domain';
import type { EntityManager } from 'typeorm';

import { rowsOf, type Append } from './event-rows.ts';
import type { EventMetadata, StoredEvent } from './stored-event.ts';
import { VersionConflict } from './version-conflict.ts';

/**
 * Adds events to a stream that stands at `expectedVersion` (0: that does not exist yet), in the caller's transaction. No events, no write.
 *
 * Throws VersionConflict when the stream stands elsewhere, belongs to another workspace, or was last written by a younger transaction; notFound()
 * when row-level security hides the stream, so that no other attempt would see it either.
 */
export async function append<Event extends DomainEvent>(
  tx: EntityManager,
  stream: StreamRef,
  expectedVersion: number,
  events: readonly Event[],
  metadata: EventMetadata,
  catalogue: EventCatalogue<Event>,
): Promise<StoredEvent<Event>[]> {
  return appendAll(tx, [{ stream, expectedVersion, events, metadata }], catalogue);
}

/**
 * The same for several appends, in one statement and in this order. A stream may come more than once, each time expected where the append
 * before leaves it. One stream that conflicts is a VersionConflict for all; the transaction can not commit any more then.
 */
export async function appendAll<Event extends DomainEvent>(
  tx: EntityManager,
  appends: readonly Append<Event>[],
  catalogue: EventCatalogue<Event>,
): Promise<StoredEvent<Event>[]> {
  // Without a transaction the append would commit alone, before the read models and messages that belong to it.
  if (!tx.queryRunner?.isTransactionActive) throw new Error('append needs an open transaction');
  const heads = headsOf(appends);
  const rows = appends.flatMap((one) => rowsOf(one, catalogue));
  if (rows.length === 0) return [];

  const personal = rows.filter((row) => row.personal !== null);
  const appended = await tx.query<AppendedRow[]>(appendStatement(personal.length), [
    heads.map(({ stream }) => stream.id),
    heads.map(({ stream }) => stream.type),
    heads.map(({ stream }) => stream.workspaceId),
    heads.map(({ expectedVersion }) => expectedVersion),
    heads.map(({ count }) => count),
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
  if (appended.length === 0 || appended[0]?.version === null) throw await conflict(tx, heads, appended);
  return rows.map(({ event, eventId, stream, version, metadata }, index) => {
    const row = appended[index];
    if (row?.stream_id !== stream.id || Number(row.version) !== version) throw new Error('events came back disordered');
    return {
      event,
      eventId,
      stream,
      version,
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
 * would see version 6 before version 5. A stream that is not in `head` = conflict: then nothing is appended, and the answer is `head`.
 *
 * `created` goes through the streams sorted by id, as lockStreams does, so that two that create the same ones queue.
 */
const appendStatement = (personalCount: number): string => `
WITH target AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
    AS t (stream_id, stream_type, workspace_id, expected, count)
), created AS (
  INSERT INTO streams (stream_id, stream_type, workspace_id, version, last_xid)
  SELECT stream_id, stream_type, workspace_id, count, pg_current_xact_id() FROM target WHERE expected = 0
  ON CONFLICT (stream_id) DO NOTHING
  RETURNING stream_id, workspace_id
), advanced AS (
  UPDATE streams AS s SET version = s.version + t.count, last_xid = pg_current_xact_id()
  FROM target AS t
  WHERE t.expected > 0 AND s.stream_id = t.stream_id AND s.workspace_id = t.workspace_id AND s.version = t.expected
    AND s.last_xid <= pg_current_xact_id()
  RETURNING s.stream_id, s.workspace_id
), head AS (
  SELECT stream_id FROM created UNION ALL SELECT stream_id FROM advanced
), appended AS (
  INSERT INTO events (stream_id, workspace_id, version, event_id, event_type, schema_version, data, metadata, subject_id)
  SELECT stream_id, workspace_id, version, event_id, event_type, schema_version, data, metadata, subject_id
  FROM unnest($6::text[], $7::text[], $8::bigint[], $9::uuid[], $10::text[], $11::int[], $12::jsonb[], $13::jsonb[], $14::text[])
    WITH ORDINALITY AS e (stream_id, workspace_id, version, event_id, event_type, schema_version, data, metadata, subject_id, ordinal)
  WHERE ${noConflict}
  ORDER BY ordinal
  RETURNING stream_id, version, global_position, recorded_at
), personal AS (
  INSERT INTO event_personal (event_id, workspace_id, subject_id, data)
  SELECT event_id, workspace_id, subject_id, data
  FROM unnest($15::uuid[], $16::text[], $17::text[], ARRAY[${personalParameters(personalCount)}]::text[])
    AS part (event_id, workspace_id, subject_id, data)
  WHERE ${noConflict}
)
SELECT stream_id, version, global_position, recorded_at FROM appended
UNION ALL
SELECT stream_id, NULL, NULL, NULL FROM head WHERE NOT ${noConflict}
ORDER BY global_position`;

/** A join of the events with `head` would compare each with each where Postgres plans by index. */
const noConflict = `((SELECT count(*) FROM head) = cardinality($1::text[]))`;

/** One parameter each: inside an array parameter a transcript full of quotes and backslashes took ten times as long to escape and parse. */
const personalParameters = (count: number): string =>
  Array.from({ length: count }, (_, index) => `$${18 + index}::text`).join(', ');

interface AppendedRow {
  readonly stream_id: string;
  /** Null of a stream that has advanced while another one conflicts. */
  readonly version: string | null;
  readonly global_position: string;
  readonly recorded_at: Date;
}

interface Head {
  readonly stream: StreamRef;
  readonly expectedVersion: number;
  count: number;
}

/** Where each stream must stand, and by how much it advances; sorted by id. */
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

/**
 * Some streams of the statement may have advanced. A caller that caught the conflict and committed would store half of what belongs
 * together, so the transaction is made to fail.
 */
async function conflict(tx: EntityManager, heads: readonly Head[], appended: readonly AppendedRow[]): Promise<Error> {
  const advanced = new Set(appended.map((row) => row.stream_id));
  const refused = heads.filter(({ stream }) => !advanced.has(stream.id));
  // A stream that another transaction has created meanwhile is visible to this statement, unless it is another workspace's.
  const created = refused.filter(({ expectedVersion }) => expectedVersion === 0).map(({ stream }) => stream.id);
  const visible = created.length === 0 ? [] : await tx.query<unknown[]>(selectVisible, [created]);
  if (advanced.size > 0) await tx.query(failStatement).catch(() => undefined);
  if (visible.length < created.length) return notFound();
  return new VersionConflict(refused[0]?.stream.id ?? '', refused[0]?.expectedVersion);
}

const selectVisible = `SELECT FROM streams WHERE stream_id = ANY($1::text[])`;

const failStatement = `DO $$ BEGIN RAISE EXCEPTION 'a stream conflicts' USING ERRCODE = 'serialization_failure'; END $$`;
