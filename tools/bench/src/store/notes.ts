import { defineEvents, type Decider, type Erased, type StreamRef } from '@ci/domain';
import { createDataSource, type Statement } from '@ci/database';
import {
  defineAggregate,
  eventStoreSql,
  refusedAppends,
  withoutForeignKeys,
  type NewEvent,
  type Projector,
} from '@ci/event-store';
import { messagingSql, outboxOf, type OutgoingMessage } from '@ci/messaging';
import pg from 'pg';
import type { DataSource } from 'typeorm';

/** A domain as small as a service's can be: a note with a personal text, to which lines are added. */
export type NoteEvent = {
  readonly type: 'LineAdded';
  readonly data: { readonly line: number };
  readonly personal: { readonly text: string } | Erased;
};

export interface AddLine {
  readonly type: 'AddLine';
  readonly text: string;
}

export interface Note {
  readonly lines: number;
}

export const noteDecider: Decider<Note, AddLine, NoteEvent> = {
  initialState: () => ({ lines: 0 }),
  evolve: ({ lines }) => ({ lines: lines + 1 }),
  decide: ({ text }, { lines }) => [{ type: 'LineAdded', data: { line: lines + 1 }, personal: { text } }],
};

export const noteEvents = defineEvents<NoteEvent>({ LineAdded: { version: 1 } });

export const noteStream = (id: string): StreamRef => ({ type: 'note', id: `note-${id}`, workspaceId: 'wsp_bench' });

/** In the notes that are stored beforehand. */
export const LINES_PER_NOTE = 10;

/** About what a contact's details and a title take. */
export const noteText =
  'Marcus Webb, Acme Logistics: the proposal, the basic plan and the security questionnaire. '.repeat(3);

/** Its read model: one row per note, upserted from as many events of as many notes as come. */
export const projectNotes: Projector<NoteEvent> = (events) => [noteRows(events)];

export function noteRows(events: readonly NewEvent<NoteEvent>[]): Statement {
  const last = [...new Map(events.map((stored) => [stored.stream.id, stored])).values()];
  return {
    text: `INSERT INTO notes (stream_id, workspace_id, lines, changed_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[])
     ON CONFLICT (stream_id) DO UPDATE SET lines = excluded.lines, changed_at = excluded.changed_at`,
    values: [
      last.map(({ stream }) => stream.id),
      last.map(({ stream }) => stream.workspaceId),
      last.map(({ event }) => event.data.line),
      last.map(({ recordedAt }) => recordedAt),
    ],
  };
}

/** What a note reports to the others; the smallest of the real topics. */
export function noteMessage(streamId: string): OutgoingMessage<'call.deleted'> {
  const data = { call_id: streamId, prospect: { email: null }, deleted_at: '2026-11-20T15:00:00.000Z' };
  return { topic: 'call.deleted', key: streamId, workspaceId: 'wsp_bench', subject: streamId, data };
}

export const note = defineAggregate({
  name: 'note',
  decider: noteDecider,
  events: noteEvents,
  projectors: [{ name: 'notes', tables: ['notes'], project: projectNotes }],
  messages: outboxOf('/bench', (events: readonly NewEvent<NoteEvent>[], _state: Note) =>
    events.map(({ stream }) => noteMessage(stream.id)),
  ),
});

const notesSql = [
  `CREATE TABLE notes (
     stream_id    text        PRIMARY KEY,
     workspace_id text        NOT NULL,
     lines        int         NOT NULL,
     changed_at   timestamptz NOT NULL
   )`,
  `CREATE INDEX notes_newest ON notes (workspace_id, changed_at DESC, stream_id DESC)`,
  // What the appends are compared with.
  `CREATE TABLE plain (
     id        bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     stream_id text        NOT NULL,
     data      jsonb       NOT NULL,
     text      text        NOT NULL,
     at        timestamptz NOT NULL DEFAULT clock_timestamp()
   )`,
];

/** A separate schema with the tables of both libraries and those above. */
export async function openNotes(databaseUrl: string, schema: string, poolSize: number): Promise<DataSource> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`CREATE SCHEMA ${pg.escapeIdentifier(schema)}`);
  } finally {
    await client.end();
  }
  const limits = { idleInTransactionMs: 0, lockMs: 0, statementMs: 0 };
  const dataSource = createDataSource({ url: databaseUrl, schema, poolSize, applicationName: 'bench', limits });
  await dataSource.initialize();
  for (const statement of [...eventStoreSql, ...withoutForeignKeys, ...refusedAppends, ...messagingSql, ...notesSql])
    await dataSource.query(statement);
  return dataSource;
}

/** Notes of ten lines each with personal parts and read model, as commands would have left them. */
export async function seedNotes(dataSource: DataSource, from: number, notes: number): Promise<void> {
  const range = [from, from + notes - 1];
  await dataSource.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO streams (stream_id, stream_type, workspace_id, version, last_xid)
       SELECT 'note-' || n, 'note', 'wsp_bench', ${LINES_PER_NOTE}, pg_current_xact_id() FROM generate_series($1::int, $2::int) n`,
      range,
    );
    await tx.query(
      `WITH stored AS (
         INSERT INTO events (stream_id, workspace_id, version, event_id, event_type, schema_version, data, metadata, subject_id)
         SELECT 'note-' || n, 'wsp_bench', line, uuidv7(), 'LineAdded', 1, jsonb_build_object('line', line), '{}', 'note-' || n
         FROM generate_series($1::int, $2::int) n, generate_series(1, ${LINES_PER_NOTE}) line
         RETURNING event_id, workspace_id, subject_id
       )
       INSERT INTO event_personal (event_id, workspace_id, subject_id, data)
       SELECT event_id, workspace_id, subject_id, $3::text FROM stored`,
      [...range, JSON.stringify({ text: noteText })],
    );
    // With the time of its last event, as Node reads it: the rebuild would stop before its swap at any difference.
    await tx.query(
      `INSERT INTO notes SELECT stream_id, workspace_id, version, date_trunc('milliseconds', recorded_at)
       FROM generate_series($1::int, $2::int) n JOIN events ON stream_id = 'note-' || n AND version = ${LINES_PER_NOTE}`,
      range,
    );
  });
}
