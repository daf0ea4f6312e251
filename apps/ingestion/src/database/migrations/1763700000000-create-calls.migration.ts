import { eventStoreSql } from '@ci/event-store';
import { messagingSql } from '@ci/messaging';
import { rowLevelSecurity } from '@ci/database';
import { idempotencySql } from '@ci/http';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const callsSql: readonly string[] = [
  // Milliseconds, as the API shows them: a cursor that is made of an answer must meet the row again.
  `CREATE TABLE calls (
     id               text           PRIMARY KEY,
     stream_id        text           NOT NULL UNIQUE,
     workspace_id     text           NOT NULL,
     version          bigint         NOT NULL,
     created_at       timestamptz(3) NOT NULL,
     updated_at       timestamptz(3) NOT NULL,
     duration_seconds int            NOT NULL,
     rep_id           text           NOT NULL,
     rep_name         text,
     rep_email        text,
     prospect_email   text,
     prospect_name    text,
     prospect_company text,
     coaching_score   smallint,
     outcome_provided text,
     outcome_inferred text,
     outcome          text           NOT NULL
       GENERATED ALWAYS AS (coalesce(outcome_provided, outcome_inferred, 'no_outcome')) STORED,
     analysis_status  text           NOT NULL,
     revision         int            NOT NULL,
     title            text,
     external_id      text,
     source           text,
     timezone         text           NOT NULL,
     metadata         json           NOT NULL,
     speaker_mapping  text,
     content_hash     bytea          CHECK (external_id IS NULL OR content_hash IS NOT NULL)
   )`,
  // One for each filter that may let few calls of many through, in the order of the list: a page is then as many rows as it shows. When a
  // call was changed last stands behind, so that what was not changed since is passed over without looking at its row.
  'CREATE INDEX calls_newest ON calls (workspace_id, created_at DESC, id DESC, updated_at)',
  'CREATE INDEX calls_of_outcome ON calls (workspace_id, outcome, created_at DESC, id DESC, updated_at)',
  'CREATE INDEX calls_of_rep ON calls (workspace_id, rep_id, created_at DESC, id DESC, updated_at)',
  'CREATE INDEX calls_of_rep_by_outcome ON calls (workspace_id, rep_id, outcome, created_at DESC, id DESC, updated_at)',
  'CREATE INDEX calls_of_prospect ON calls (workspace_id, prospect_email, created_at DESC, id DESC)',
  'CREATE INDEX calls_updated ON calls (workspace_id, updated_at)',
  // The external id before its source: it is asked for without one, too.
  `CREATE UNIQUE INDEX calls_external_id ON calls (workspace_id, external_id, coalesce(source, ''))
     WHERE external_id IS NOT NULL`,
  `CREATE TABLE call_transcripts (
     call_id      text PRIMARY KEY,
     stream_id    text NOT NULL UNIQUE,
     workspace_id text NOT NULL,
     segments     text NOT NULL
   )`,
  ...rowLevelSecurity({ tables: ['calls', 'call_transcripts'] }),
];

export class CreateCalls1763700000000 implements MigrationInterface {
  readonly name = 'CreateCalls1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...eventStoreSql, ...messagingSql, ...idempotencySql, ...callsSql]) {
      await runner.query(statement);
    }
  }

  /** There is no way back from the first migration: it would delete the calls. */
  async down(): Promise<void> {
    return Promise.reject(new Error('the first migration can not be undone'));
  }
}
