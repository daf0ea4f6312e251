import { notFound, type DomainEvent, type EventCatalogue, type StreamRef } from '@ci/domain';
import type { EntityManager } from 'typeorm';

import { appendStatement } from './append.sql.ts';
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
