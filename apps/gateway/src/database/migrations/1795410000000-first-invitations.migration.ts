import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which links are for a first owner. With a default: the release before goes on making invitations beside it. */
export class FirstInvitations1795410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invitations ADD COLUMN first boolean NOT NULL DEFAULT false');
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('a migration is not taken back: the release before works with its column'));
  }
}
