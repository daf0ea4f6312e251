import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs that wait until no other does. The release before goes on beside it: it adds none, and takes those that are there in their turn. */
export class BackgroundJobs1796500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis_jobs ADD COLUMN background boolean NOT NULL DEFAULT false');
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('a migration is not taken back: the release before works with its column'));
  }
}
