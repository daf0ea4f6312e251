import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The contacts of a rep are found from the calls of the rep. The release before goes on beside it. */
export class CallsOfReps1796700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX contact_calls_of_rep ON contact_calls (workspace_id, rep_id, stream_id) WHERE created_at IS NOT NULL',
    );
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('a migration is not taken back: the release before works with its index'));
  }
}
