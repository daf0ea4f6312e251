import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who had each call. Nullable and without a default: no row is written anew, and the release before goes on beside it. */
export class RepsOfCalls1795340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE contact_calls ADD COLUMN rep_id text');
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('a migration is not taken back: the release before works with its column'));
  }
}
