import type { DomainEvent } from '@ci/domain';
import type { Statement } from '@ci/database';

import type { EventRow } from './event-rows.ts';

/** A new stream with its events and what belongs to them, as one statement. */
export function createStatement(
  rows: readonly EventRow<DomainEvent>[],
  recordedAt: Date,
  writes: readonly Statement[],
): Statement {
  const [first] = rows;
  if (first === undefined) throw new TypeError('a stream begins with an event');
  const { stream, metadata } = first;
  const ofStream = [stream.id, stream.type, stream.workspaceId, rows.length, recordedAt.toISOString()];
  const ofEvents = rows.flatMap(({ eventId, event, schemaVersion, subject, personal }) => [
    eventId,
    event.type,
    schemaVersion,
    JSON.stringify(event.data),
    subject,
    ...(personal === null ? [] : [personal]),
  ]);
  return {
    text: textOf(
      rows.map(({ personal }) => personal !== null),
      writes.map(({ text }) => text),
    ),
    values: [...ofStream, JSON.stringify(metadata), ...ofEvents, ...writes.flatMap(({ values }) => values)],
  };
}

/** One text for each shape: connections prepare what they are sent again and again. */
const texts = new Map<string, string>();
const MOST_TEXTS = 1_000;

function textOf(personal: readonly boolean[], writes: readonly string[]): string {
  const shape = [personal.join(), ...writes].join('\n');
  const text = texts.get(shape) ?? compose(personal, writes);
  if (texts.size >= MOST_TEXTS) texts.clear();
  texts.set(shape, text);
  return text;
}

/**
 * What fails, fails all of it. The stream comes first, because the answer is made of it: one that is there violates its primary key. The
 * time has to be that of the database, and never ahead of it, or the next event of the stream could be older: where it is not, the version
 * violates its CHECK.
 *
 * No order guard: nothing was written to a stream that does not exist yet, so no transaction can be too old for it.
 */
function compose(personal: readonly boolean[], writes: readonly string[]): string {
  let place = OF_STREAM;
  const events = personal.map((isPersonal, index) => {
    const [id, type, schemaVersion, data, subject] = [1, 2, 3, 4, 5].map((offset) => `$${place + offset}`);
    const part = isPersonal ? `(${id}::uuid, $3::text, ${subject}::text, $${place + 6}::text)` : undefined;
    place += isPersonal ? 6 : 5;
    const row = `($1::text, $3::text, ${index + 1}, ${id}::uuid, ${type}::text, ${schemaVersion}::int, ${data}::jsonb, $6::jsonb, ${subject}::text, $5::timestamptz)`;
    return { row, part };
  });
  const parts = events.flatMap(({ part }) => part ?? []);
  const others = writes.map((text, index) => {
    const renumbered = text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${place + Number(number)}`);
    place += Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
    return `write_${index} AS (${renumbered})`;
  });
  return `WITH ${[
    `stream AS (
      INSERT INTO streams (stream_id, stream_type, workspace_id, version, last_xid)
      SELECT $1::text, $2::text, $3::text,
        CASE WHEN $5::timestamptz BETWEEN at - interval '1 minute' AND at THEN $4::bigint ELSE 0 END, pg_current_xact_id()
      FROM clock_timestamp() AS at
      RETURNING version
    )`,
    `event AS (
      INSERT INTO events
        (stream_id, workspace_id, version, event_id, event_type, schema_version, data, metadata, subject_id, recorded_at)
      VALUES ${events.map(({ row }) => row).join(', ')}
    )`,
    ...(parts.length === 0
      ? []
      : [
          `personal AS (INSERT INTO event_personal (event_id, workspace_id, subject_id, data) VALUES ${parts.join(', ')})`,
        ]),
    ...others,
  ].join(',\n')}
  SELECT clock_timestamp() AS now FROM stream`;
}

const OF_STREAM = 6;
