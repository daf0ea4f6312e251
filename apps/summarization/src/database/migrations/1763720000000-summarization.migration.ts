import { eventStoreSql } from '@ci/event-store';
import { messagingSql } from '@ci/messaging';
import { rowLevelSecurity } from '@ci/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Summarization1763720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...eventStoreSql, ...messagingSql, ...tables]) await runner.query(statement);
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('the first migration is not taken back: drop the schema'));
  }
}

const tables = [
  `CREATE TABLE analyses (
     call_id            text PRIMARY KEY,
     workspace_id       text NOT NULL,
     version            bigint NOT NULL, -- of the stream: up to which event the row is projected
     status             text NOT NULL CHECK (status IN ('pending', 'ready', 'failed')),
     requested_revision int  NOT NULL,
     summary            text,
     coaching           text,
     prospect           text -- personal, as the two before
   )`,
  `CREATE TABLE action_items (
     id           text           PRIMARY KEY,
     workspace_id text           NOT NULL,
     call_id      text           NOT NULL,
     position     int            NOT NULL,
     description  text           NOT NULL,
     owner        text           NOT NULL,
     due_date     text COLLATE "C",
     completed_at timestamptz(3),
     created_at   timestamptz(3) NOT NULL,
     evidence     text           NOT NULL
   )`,
  // One for each order of the list. A list is merged of a piece for each state and side, so that few open items among many that are
  // completed are found at once.
  `CREATE INDEX action_items_newest ON action_items (workspace_id, (completed_at IS NULL), owner, created_at DESC, id DESC)`,
  // Not coalesce: row-level security takes it for one of the functions that may leak what they see, and keeps conditions on it from the index.
  `CREATE INDEX action_items_due ON action_items
     (workspace_id, (completed_at IS NULL), owner, (CASE WHEN due_date IS NULL THEN '~' ELSE due_date END), id)`,
  `CREATE INDEX action_items_of_call ON action_items (call_id, position)`,
  // A queue: claims and leases rewrite a row on its own page, and few dead rows start a vacuum, because each may hold a transcript.
  // input holds the transcript: it goes with the job. available_at is the end of the lease, or when the next attempt is due.
  `CREATE TABLE analysis_jobs (
     id           bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     workspace_id text           NOT NULL,
     call_id      text           NOT NULL,
     revision     int            NOT NULL,
     input        text           NOT NULL,
     metadata     jsonb          NOT NULL,
     attempts     int            NOT NULL DEFAULT 0,
     fence        bigint         NOT NULL DEFAULT 0,
     available_at timestamptz    NOT NULL DEFAULT clock_timestamp(),
     UNIQUE (call_id, revision)
   ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_cost_delay = 0)`,
  // Whose turn it is: the workspace that was served longest ago.
  `CREATE TABLE analysis_turns (
     workspace_id text        PRIMARY KEY,
     served_at    timestamptz NOT NULL DEFAULT '-infinity'
   ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)`,
  // What a workspace's summaries took of a language model in a day (UTC); read before each request and corrected after it.
  `CREATE TABLE llm_usage (
     workspace_id text   NOT NULL,
     day          date   NOT NULL,
     tokens       bigint NOT NULL,
     PRIMARY KEY (workspace_id, day)
   ) WITH (fillfactor = 50)`,
  ...rowLevelSecurity({ tables: ['analyses', 'action_items', 'analysis_jobs', 'analysis_turns', 'llm_usage'] }),
];
