import { eventStoreSql } from '@ci/event-store';
import { messagingSql } from '@ci/messaging';
import { rowLevelSecurity } from '@ci/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Contacts1763720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...eventStoreSql, ...messagingSql, ...tables]) await runner.query(statement);
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('the first migration is not taken back: drop the schema'));
  }
}

const tables = [
  `CREATE TABLE contacts (
     stream_id    text           PRIMARY KEY,
     id           text           NOT NULL UNIQUE,
     workspace_id text           NOT NULL,
     version      bigint         NOT NULL, -- of the stream: up to which event the row is projected
     email        text           NOT NULL,
     name         text,
     company      text,
     call_count   int            NOT NULL CHECK (call_count >= 0),
     last_call_at timestamptz(3),
     created_at   timestamptz(3) NOT NULL
   )`,
  `CREATE UNIQUE INDEX contacts_email ON contacts (workspace_id, email)`,
  `CREATE INDEX contacts_newest ON contacts (workspace_id, created_at DESC, id DESC)`,
  `CREATE TABLE contact_calls (
     stream_id        text NOT NULL,
     call_id          text NOT NULL,
     workspace_id     text NOT NULL,
     version          bigint NOT NULL,
     created_at       timestamptz(3),
     duration_seconds int,
     coaching_score   int,
     inferred_outcome text,
     provided_outcome text,
     PRIMARY KEY (stream_id, call_id)
   )`,
  // For a deletion that no longer says whose call it was.
  `CREATE INDEX contact_calls_of_call ON contact_calls (call_id)`,
  `CREATE INDEX contact_calls_newest ON contact_calls (stream_id, created_at DESC, call_id DESC)`,
  ...rowLevelSecurity({ tables: ['contacts', 'contact_calls'] }),
];
