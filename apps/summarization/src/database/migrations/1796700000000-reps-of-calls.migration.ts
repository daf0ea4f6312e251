import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose call was analyzed. Nullable and without a default: no row is written anew, and the release before goes on beside it. */
export class RepsOfCalls1796700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analyses ADD COLUMN rep_id text');
    await runner.query('CREATE INDEX analyses_of_rep ON analyses (workspace_id, rep_id) WHERE rep_id IS NOT NULL');
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('a migration is not taken back: the release before works with its column'));
  }
}
