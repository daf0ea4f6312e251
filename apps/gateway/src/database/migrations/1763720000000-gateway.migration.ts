import { eventStoreSql } from '@ci/event-store';
import { rowLevelSecurity } from '@ci/platform';
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
];
