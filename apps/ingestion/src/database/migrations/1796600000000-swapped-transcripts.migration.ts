import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the sides of a transcript are the other ones of the recording. The release before goes on beside it: it stores none that are. */
export class SwappedTranscripts1796600000000 implements MigrationInterface {
  readonly name = 'SwappedTranscripts1796600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE call_transcripts ADD COLUMN swapped boolean NOT NULL DEFAULT false');
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('a migration is not taken back: the release before works with its column'));
  }
}
