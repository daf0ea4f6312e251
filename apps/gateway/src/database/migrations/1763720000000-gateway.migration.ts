import { eventStoreSql } from '@ci/event-store';
import { rowLevelSecurity } from '@ci/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Gateway1763720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...eventStoreSql, ...tables, ...policies]) await runner.query(statement);
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('the first migration is not taken back: drop the schema'));
  }
}

const tables = [
  // changed_at is the database's clock: instances ask for what changed lately, and their own clocks may differ.
  `CREATE TABLE workspaces (
     id         text           PRIMARY KEY,
     name       text           NOT NULL,
     timezone   text           NOT NULL,
     domains    text[]         NOT NULL,
     created_at timestamptz(3) NOT NULL,
     changed_at timestamptz    NOT NULL DEFAULT clock_timestamp()
   )`,
  `CREATE UNIQUE INDEX workspaces_name ON workspaces (name)`,
  `CREATE INDEX workspaces_changed ON workspaces (changed_at)`,
  `CREATE TABLE api_keys (
     id           text           PRIMARY KEY,
     workspace_id text           NOT NULL,
     name         text           NOT NULL,
     scope        text           NOT NULL CHECK (scope IN ('read-only', 'read-write')),
     created_at   timestamptz(3) NOT NULL,
     created_by   text, -- a member's id, or how an operator was called
     deleted_at   timestamptz(3),
     changed_at   timestamptz    NOT NULL DEFAULT clock_timestamp()
   )`,
  `CREATE INDEX api_keys_workspace ON api_keys (workspace_id, created_at DESC, id DESC)`,
  `CREATE INDEX api_keys_deleted ON api_keys (changed_at) WHERE deleted_at IS NOT NULL`,
  // Not a read model: no event holds a hash. A deleted key's row is gone.
  `CREATE TABLE api_key_secrets (
     key_id       text  PRIMARY KEY,
     workspace_id text  NOT NULL,
     hash         bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
     prefix       text  NOT NULL,
     last_four    text  NOT NULL,
     last_used_at timestamptz(3)
   )`,
  // An address belongs to one member of the whole installation; a removed member has none.
  `CREATE TABLE members (
     id           text           PRIMARY KEY,
     workspace_id text           NOT NULL,
     name         text           NOT NULL,
     email        text           UNIQUE CHECK (email = lower(email)),
     role         text           NOT NULL CHECK (role IN ('owner', 'member')),
     joined_at    timestamptz(3) NOT NULL,
     removed_at   timestamptz(3)
   )`,
  `CREATE INDEX members_workspace ON members (workspace_id, joined_at, id) WHERE removed_at IS NULL`,
  `CREATE TABLE invitations (
     id           text           PRIMARY KEY,
     workspace_id text           NOT NULL,
     role         text           NOT NULL CHECK (role IN ('owner', 'member')),
     created_by   text,
     created_at   timestamptz(3) NOT NULL,
     expires_at   timestamptz(3) NOT NULL,
     closed_at    timestamptz(3)
   )`,
  `CREATE INDEX invitations_open ON invitations (workspace_id, created_at DESC, id DESC) WHERE closed_at IS NULL`,
  // Not read models, as api_key_secrets: no event holds a hash. What is over has no row.
  `CREATE TABLE member_passwords (
     member_id    text PRIMARY KEY,
     workspace_id text NOT NULL,
     hash         text NOT NULL
   )`,
  `CREATE TABLE invitation_secrets (
     invitation_id text  PRIMARY KEY,
     workspace_id  text  NOT NULL,
     hash          bytea NOT NULL UNIQUE CHECK (length(hash) = 32)
   )`,
  `CREATE TABLE member_sessions (
     hash         bytea          PRIMARY KEY CHECK (length(hash) = 32),
     workspace_id text           NOT NULL,
     member_id    text           NOT NULL,
     created_at   timestamptz(3) NOT NULL,
     used_at      timestamptz(3) NOT NULL
   )`,
  `CREATE INDEX member_sessions_member ON member_sessions (member_id)`,
  `CREATE INDEX member_sessions_used ON member_sessions (used_at)`,
  // Unlogged: after a crash every budget is full again, and counting costs no write-ahead log.
  `CREATE UNLOGGED TABLE rate_budgets (
     bucket      text             PRIMARY KEY,
     tokens      double precision NOT NULL,
     granted     double precision NOT NULL,
     refilled_at timestamptz      NOT NULL
   ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)`,
];

// Budgets belong to keys and to addresses, and are counts.
const policies = [
  ...rowLevelSecurity({ tables: ['workspaces'], column: 'id' }),
  ...rowLevelSecurity({ tables: ['api_keys', 'api_key_secrets'] }),
  ...rowLevelSecurity({ tables: ['members', 'member_passwords', 'member_sessions'] }),
  ...rowLevelSecurity({ tables: ['invitations', 'invitation_secrets'] }),
];
