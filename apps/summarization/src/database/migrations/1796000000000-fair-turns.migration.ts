import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Turns by time instead of by calls. With defaults that write no row anew: the release before goes on beside it, in turns by calls. */
export class FairTurns1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Null: nobody works on it. A lease alone does not tell, a later attempt waits with the same column.
    await runner.query('ALTER TABLE analysis_jobs ADD COLUMN claimed_at timestamptz');
    await runner.query(
      `ALTER TABLE analysis_turns
         ADD COLUMN spent_ms   float8 NOT NULL DEFAULT 0, -- by its calls; from where the others are when it comes back
         ADD COLUMN started_ms float8 NOT NULL DEFAULT 0  -- what spent_ms was when it was served last`,
    );
    await runner.query('CREATE INDEX analysis_turns_started ON analysis_turns (started_ms)');
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('a migration is not taken back: the release before works with its columns'));
  }
}
