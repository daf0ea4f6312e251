import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Claims find the first jobs of each workspace, and those that are being worked on. The release before goes on beside it. */
export class LinesOfJobs1796720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // An attempt's time does not count before there is one: the jobs that nobody has tried stand by their age in front of all others.
    await runner.query(
      `CREATE INDEX analysis_jobs_lines ON analysis_jobs
         (background, workspace_id, (CASE WHEN attempts = 0 THEN '-infinity'::timestamptz ELSE available_at END), id)`,
    );
    await runner.query('CREATE INDEX analysis_jobs_claimed ON analysis_jobs (claimed_at) WHERE claimed_at IS NOT NULL');
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('a migration is not taken back: the release before works with its indexes'));
  }
}
