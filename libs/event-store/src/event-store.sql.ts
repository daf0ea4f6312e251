import { rowLevelSecurity } from '@ci/database';

/** What `refuse_append` fails with. */
export const MOVED_STREAM = '40001';
export const FOREIGN_STREAM = 'P0002';

/**
 * The tables of the store, for a service's first migration. Names are unqualified: the connection's search_path decides the schema.
 */
export const eventStoreSql: readonly string[] = [
  `CREATE TABLE streams (
    stream_id    text   PRIMARY KEY,
    stream_type  text   NOT NULL,
    workspace_id text   NOT NULL,
    version      bigint NOT NULL CHECK (version > 0),
    last_xid     xid8   NOT NULL -- order guard: never decreases
  )`,
  // CACHE 1: a session that reserved positions ahead would hand out lower ones after higher ones.
  // subject_id is set when the event was stored with a personal part, and distinguishes an erased part from none.
  `CREATE TABLE events (
    global_position bigint      GENERATED ALWAYS AS IDENTITY (CACHE 1) PRIMARY KEY,
    transaction_id  xid8        NOT NULL DEFAULT pg_current_xact_id(),
    stream_id       text        NOT NULL REFERENCES streams (stream_id),
    workspace_id    text        NOT NULL,
    version         bigint      NOT NULL,
    event_id        uuid        NOT NULL,
    event_type      text        NOT NULL,
    schema_version  int         NOT NULL,
    data            jsonb       NOT NULL,
    metadata        jsonb       NOT NULL,
    subject_id      text,
    recorded_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT events_stream_version UNIQUE (stream_id, version),
    CONSTRAINT events_event_id       UNIQUE (event_id)
  )`,
  `CREATE INDEX events_poll ON events (transaction_id, global_position)`,
  // What erasure deletes. JSON as text: stable bytes, no parse, none of jsonb's limits.
  `CREATE TABLE event_personal (
    event_id     uuid PRIMARY KEY REFERENCES events (event_id),
    workspace_id text NOT NULL,
    subject_id   text NOT NULL,
    data         text NOT NULL
  )`,
  `CREATE INDEX event_personal_subject ON event_personal (subject_id)`,
  // How far the copy of a projection's tables has come, written with what was projected: a rebuild that was killed goes on from here.
  `CREATE TABLE projection_rebuilds (
    projection      text        PRIMARY KEY,
    shape           text        NOT NULL, -- of the tables when the copy was made: a migration in between ends the rebuild
    transaction_id  xid8        NOT NULL,
    global_position bigint      NOT NULL,
    events          bigint      NOT NULL,
    started_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at      timestamptz NOT NULL DEFAULT clock_timestamp()
  )`,
  ...rowLevelSecurity({ tables: ['streams', 'events', 'event_personal'] }),
];

/**
 * For a later migration of each service. Rows of all three tables are only ever stored by one statement, which makes them of each other, and no
 * role of a service may delete streams or events: the checks found nothing, and took a quarter of what Postgres needs for an append.
 * A moment's lock of the tables; the release before writes the same rows.
 */
export const withoutForeignKeys: readonly string[] = [
  `ALTER TABLE events DROP CONSTRAINT events_stream_id_fkey -- contract step`,
  `ALTER TABLE event_personal DROP CONSTRAINT event_personal_event_id_fkey -- contract step`,
];

/**
 * For a later migration of each service: how an append fails that finds its streams elsewhere, as a statement does, so that nothing sent behind
 * it is stored. As the owner, because a request does not see that a stream is another workspace's. The release before does not call it.
 */
export const refusedAppends: readonly string[] = [
  `CREATE FUNCTION refuse_append(stream_ids text[], workspace_ids text[]) RETURNS boolean
   LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
   BEGIN
     IF EXISTS (
       SELECT FROM streams AS s JOIN unnest(stream_ids, workspace_ids) AS refused (stream_id, workspace_id) USING (stream_id)
       WHERE s.workspace_id <> refused.workspace_id
     ) THEN
       RAISE 'a stream is another workspace''s' USING ERRCODE = '${FOREIGN_STREAM}';
     END IF;
     RAISE 'a stream was written by another transaction' USING ERRCODE = '${MOVED_STREAM}', DETAIL = stream_ids[1];
   END $$`,
];

/** What each role of a service needs of them. No role changes or deletes events. */
export const eventStoreRights = {
  requests: {
    streams: 'SELECT, INSERT, UPDATE',
    events: 'SELECT, INSERT',
    event_personal: 'SELECT, INSERT, DELETE',
  },
  worker: {
    streams: 'SELECT, INSERT, UPDATE',
    events: 'SELECT, INSERT',
    event_personal: 'SELECT, INSERT, DELETE',
    projection_rebuilds: 'SELECT',
  },
} as const;
