/**
 * ONE statement, for two reasons. Under READ COMMITTED each statement takes its own snapshot, so a separate look at the version would say
 * nothing about the moment of the write; here the row lock and the check are one step. And a round trip costs more than all of this SQL.
 *
 * `last_xid <= pg_current_xact_id()` is the order guard. A transaction gets its id with its first write, often (an inbox row) before it
 * reads the stream; without the guard the older id could write the later version, and a reader in (transaction_id, global_position) order
 * would see version 6 before version 5. A stream that is not in `head` = conflict: `refuse_append` fails the statement, and with it what was
 * sent behind it.
 *
 * The time has to be that of the database, and never ahead of it, or the next event of the stream could be older: where it is not, the version
 * violates its CHECK.
 *
 * `created` goes through the streams sorted by id, as lockStreams does, so that two that create the same ones queue.
 */
export const appendStatement = (personalCount: number): string => `
WITH target AS MATERIALIZED (
  SELECT stream_id, stream_type, workspace_id, expected, count, $6::timestamptz BETWEEN at - interval '1 minute' AND at AS in_time
  FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
    AS t (stream_id, stream_type, workspace_id, expected, count), clock_timestamp() AS at
), created AS (
  INSERT INTO streams (stream_id, stream_type, workspace_id, version, last_xid)
  SELECT stream_id, stream_type, workspace_id, CASE WHEN in_time THEN count ELSE 0 END, pg_current_xact_id()
  FROM target WHERE expected = 0
  ON CONFLICT (stream_id) DO NOTHING
  RETURNING stream_id
), advanced AS (
  UPDATE streams AS s SET version = CASE WHEN t.in_time THEN s.version + t.count ELSE 0 END, last_xid = pg_current_xact_id()
  FROM target AS t
  WHERE t.expected > 0 AND s.stream_id = t.stream_id AND s.workspace_id = t.workspace_id AND s.version = t.expected
    AND s.last_xid <= pg_current_xact_id()
  RETURNING s.stream_id
), head AS (
  SELECT stream_id FROM created UNION ALL SELECT stream_id FROM advanced
), appended AS (
  INSERT INTO events (stream_id, workspace_id, version, event_id, event_type, schema_version, data, metadata, subject_id, recorded_at)
  SELECT stream_id, workspace_id, version, event_id, event_type, schema_version, data, metadata, subject_id, $6::timestamptz
  FROM unnest($7::text[], $8::text[], $9::bigint[], $10::uuid[], $11::text[], $12::int[], $13::jsonb[], $14::jsonb[], $15::text[])
    WITH ORDINALITY AS e (stream_id, workspace_id, version, event_id, event_type, schema_version, data, metadata, subject_id, ordinal)
  WHERE ${noConflict}
  ORDER BY ordinal
), personal AS (
  INSERT INTO event_personal (event_id, workspace_id, subject_id, data)
  SELECT event_id, workspace_id, subject_id, data
  FROM unnest($16::uuid[], $17::text[], $18::text[], ARRAY[${personalParameters(personalCount)}]::text[])
    AS part (event_id, workspace_id, subject_id, data)
  WHERE ${noConflict}
)
SELECT CASE WHEN NOT ${noConflict} THEN (
  SELECT refuse_append(array_agg(stream_id), array_agg(workspace_id)) FROM target WHERE stream_id NOT IN (SELECT stream_id FROM head)
) END AS refused`;

/** A join of the events with `head` would compare each with each where Postgres plans by index. */
const noConflict = `((SELECT count(*) FROM head) = cardinality($1::text[]))`;

/** One parameter each: inside an array parameter a transcript full of quotes and backslashes took ten times as long to escape and parse. */
const personalParameters = (count: number): string =>
  Array.from({ length: count }, (_, index) => `$${19 + index}::text`).join(', ');

/** The first parameters: the stream, and the metadata that its events share. */
const OF_STREAM = 6;

/**
 * What fails, fails all of it. The stream comes first, because the answer is made of it: one that is there violates its primary key. The
 * time has to be that of the database, and never ahead of it, or the next event of the stream could be older: where it is not, the version
 * violates its CHECK.
 *
 * No order guard: nothing was written to a stream that does not exist yet, so no transaction can be too old for it.
 */
export function creationStatement(personal: readonly boolean[], writes: readonly string[]): string {
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

/**
 * Keeps out who appends without queueing. A separate statement, because its snapshot must be younger than the wait. MATERIALIZED: the
 * comparison must run after the rows are locked; evaluated below the lock it would assign the transaction id before the wait.
 */
export const lockStatement = `
WITH locked AS MATERIALIZED (
  SELECT stream_id, last_xid FROM streams WHERE stream_id = ANY($1::text[]) ORDER BY stream_id COLLATE "C" FOR UPDATE
)
SELECT stream_id, last_xid <= pg_current_xact_id() AS in_order FROM locked`;
