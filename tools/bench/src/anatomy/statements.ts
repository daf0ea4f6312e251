import { randomUUID } from 'node:crypto';
import { noteMessage, noteStream, noteText } from '../store/notes.ts';

/** Tables as the prototype had them: what the write itself needs, and no more. */
export const leanTables = [
  `CREATE TABLE lean_streams (stream_id text PRIMARY KEY, workspace_id text NOT NULL, version bigint NOT NULL, last_xid xid8 NOT NULL)`,
  `CREATE TABLE lean_events (
     global_position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, transaction_id xid8 NOT NULL, stream_id text NOT NULL, version bigint NOT NULL,
     event_id uuid NOT NULL, event_type text NOT NULL, data jsonb NOT NULL, metadata jsonb NOT NULL, recorded_at timestamptz NOT NULL,
     UNIQUE (stream_id, version)
   )`,
  `CREATE TABLE lean_personal (event_id uuid PRIMARY KEY, data text NOT NULL)`,
  `CREATE TABLE lean_notes (stream_id text PRIMARY KEY, workspace_id text NOT NULL, lines int NOT NULL, changed_at timestamptz NOT NULL)`,
  `CREATE TABLE lean_outbox (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, topic text NOT NULL, key text NOT NULL, headers text NOT NULL, payload text NOT NULL
   )`,
];

/** A new stream with its first event, personal part, read model and message, in one statement. `$6` is the message's id in the full tables. */
export const leanStatement = `
  WITH stream AS (
    INSERT INTO lean_streams VALUES ($1::text, 'wsp_bench', 1, pg_current_xact_id()) ON CONFLICT DO NOTHING RETURNING stream_id
  ), event AS (
    INSERT INTO lean_events (transaction_id, stream_id, version, event_id, event_type, data, metadata, recorded_at)
    SELECT pg_current_xact_id(), stream_id, 1, $2::uuid, 'LineAdded', $3::jsonb, '{}', now() FROM stream
    RETURNING stream_id, event_id, global_position, recorded_at
  ), personal AS (INSERT INTO lean_personal SELECT event_id, $4::text FROM event),
  note AS (INSERT INTO lean_notes SELECT stream_id, 'wsp_bench', 1, recorded_at FROM event),
  message AS (INSERT INTO lean_outbox (topic, key, headers, payload) SELECT 'call.deleted', stream_id, $6::text, $5::text FROM event)
  SELECT global_position, recorded_at FROM event`;

const appended = `
  WITH stream AS (
    INSERT INTO streams (stream_id, stream_type, workspace_id, version, last_xid)
    VALUES ($1::text, 'note', 'wsp_bench', 1, pg_current_xact_id()) ON CONFLICT DO NOTHING RETURNING stream_id
  ), event AS (
    INSERT INTO events (stream_id, workspace_id, version, event_id, event_type, schema_version, data, metadata, subject_id)
    SELECT stream_id, 'wsp_bench', 1, $2::uuid, 'LineAdded', 1, $3::jsonb, '{}', stream_id FROM stream
    RETURNING stream_id, event_id, global_position, recorded_at
  ), personal AS (INSERT INTO event_personal SELECT event_id, 'wsp_bench', stream_id, $4::text FROM event)`;

/** The same into the tables that the services have: order guard, row-level security's column, and the outbox with its indexes. */
export const fullStatement = `${appended},
  note AS (INSERT INTO notes SELECT stream_id, 'wsp_bench', 1, recorded_at FROM event),
  message AS (
    INSERT INTO outbox (shard, workspace_id, message_id, topic, key, headers, payload)
    SELECT 0, 'wsp_bench', event_id, 'call.deleted', stream_id, ($6::text)::jsonb, $5::text FROM event
  )
  SELECT global_position, recorded_at FROM event`;

/** Parameters of both. */
export function noteParameters(): string[] {
  const { id } = noteStream(randomUUID());
  const { data, topic, subject } = noteMessage(id);
  const headers = { 'content-type': 'application/json', ce_id: randomUUID(), ce_type: topic, ce_subject: subject };
  return [
    id,
    randomUUID(),
    JSON.stringify({ line: 1 }),
    JSON.stringify({ text: noteText }),
    JSON.stringify(data),
    JSON.stringify(headers),
  ];
}

/** The full statement as a service sends it: append, read model and message apart. */
export function separateStatements([id, eventId, data, personal, payload, headers]: readonly string[]) {
  return [
    { text: appendOnly, values: [id, eventId, data, personal] },
    { text: `INSERT INTO notes VALUES ($1, 'wsp_bench', 1, now())`, values: [id] },
    {
      text: `INSERT INTO outbox (shard, workspace_id, message_id, topic, key, headers, payload)
             VALUES (0, 'wsp_bench', $1, 'call.deleted', $2, $3, $4)`,
      values: [eventId, id, headers, payload],
    },
  ];
}

const appendOnly = `${appended}
  SELECT global_position, recorded_at FROM event`;
