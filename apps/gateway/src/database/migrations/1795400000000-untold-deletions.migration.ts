import { rowLevelSecurity } from '@ci/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deleted calls that a service could not be told of. The release before does not look here. */
export class UntoldDeletions1795400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('a migration is not taken back: the release before works with its table'));
  }
}

const statements = [
  // listed_at is the database's clock: instances ask for what was listed lately, and their own clocks may differ.
  `CREATE TABLE untold_deletions (
     workspace_id text        NOT NULL,
     call_id      text        NOT NULL,
     service      text        NOT NULL,
     listed_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (workspace_id, call_id, service)
   )`,
  'CREATE INDEX untold_deletions_listed ON untold_deletions (listed_at)',
  ...rowLevelSecurity({ tables: ['untold_deletions'] }),
];
