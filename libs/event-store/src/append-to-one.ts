import type { DomainEvent } from '@ci/domain';
import type { Statement } from '@ci/platform';

import type { EventRow } from './event-rows.ts';

/** So many events are a statement's shape of their own; more of them go as arrays. */
export const MOST_EVENTS_OF_ONE = 4;

/**
 * The append to one stream: the same as that to many, without arrays to be joined. For the usual command, which adds an event or two, these
 * cost more than the writing.
 */
export function appendToOne(rows: readonly EventRow<DomainEvent>[], expectedVersion: number): Statement {
  const [first] = rows;
  if (first === undefined) throw new TypeError('nothing to append');
  const { id, type, workspaceId } = first.stream;
  return {
    text: textOf(
      expectedVersion === 0,
      rows.map(({ personal }) => personal !== null),
    ),
    values: [
      ...[id, workspaceId, rows.length, expectedVersion === 0 ? type : expectedVersion],
      ...rows.flatMap((row) => [
        row.version,
        row.eventId,
        row.event.type,
        row.schemaVersion,
        JSON.stringify(row.event.data),
        JSON.stringify(row.metadata),
        row.subject,
        ...(row.personal === null ? [] : [row.personal]),
      ]),
    ],
  };
}

const texts = new Map<string, string>();

function textOf(isNew: boolean, personal: readonly boolean[]): string {
  const shape = [isNew, ...personal].join();
  const text = texts.get(shape) ?? compose(isNew, personal);
  texts.set(shape, text);
  return text;
}

const create = `
  INSERT INTO streams (stream_id, stream_type, workspace_id, version, last_xid)
  VALUES ($1::text, $4::text, $2::text, $3::bigint, pg_current_xact_id())
  ON CONFLICT (stream_id) DO NOTHING
  RETURNING stream_id, workspace_id`;

const advance = `
  UPDATE streams SET version = version + $3::bigint, last_xid = pg_current_xact_id()
  WHERE stream_id = $1::text AND workspace_id = $2::text AND version = $4::bigint AND last_xid <= pg_current_xact_id()
  RETURNING stream_id, workspace_id`;

function compose(isNew: boolean, personal: readonly boolean[]): string {
  let place = 4;
  const next = (type: string): string => `$${String((place += 1))}::${type}`;
  const events: string[] = [];
  const parts: string[] = [];
  for (const isPersonal of personal) {
    const version = next('bigint');
    const id = next('uuid');
    const columns = [version, id, next('text'), next('int'), next('jsonb'), next('jsonb')];
    const subject = next('text');
    events.push(`(${[...columns, subject].join(', ')})`);
    if (isPersonal) parts.push(`(${[id, subject, next('text')].join(', ')})`);
  }
  const withParts = `, personal AS (
    INSERT INTO event_personal (event_id, workspace_id, subject_id, data)
    SELECT part.event_id, head.workspace_id, part.subject_id, part.data
    FROM head, (VALUES ${parts.join(', ')}) AS part (event_id, subject_id, data)
  )`;
  return `WITH head AS (${isNew ? create : advance}
  ), appended AS (
    INSERT INTO events (stream_id, workspace_id, version, event_id, event_type, schema_version, data, metadata, subject_id)
    SELECT head.stream_id, head.workspace_id, e.version, e.event_id, e.event_type, e.schema_version, e.data, e.metadata, e.subject_id
    FROM head, (VALUES ${events.join(', ')})
      AS e (version, event_id, event_type, schema_version, data, metadata, subject_id)
    ORDER BY e.version
    RETURNING stream_id, version, global_position, recorded_at
  )${parts.length === 0 ? '' : withParts}
  SELECT stream_id, version, global_position, recorded_at FROM appended ORDER BY global_position`;
}
