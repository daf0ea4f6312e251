import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Four roles, and whose calls are a member's own. The release before goes on beside it: it writes `member`, which is read as `reader`, and takes
 * every role that it does not know for one that only reads.
 */
export class RolesOfMembers1796700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['members', 'invitations']) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN rep_ids text[] NOT NULL DEFAULT '{}'`);
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_role_check`);
      await runner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_role_check
           CHECK (role IN ('owner', 'manager', 'rep', 'reader', 'member'))`,
      );
      await runner.query(`UPDATE ${table} SET role = 'reader' WHERE role = 'member'`);
    }
  }

  async down(): Promise<void> {
    await Promise.reject(
      new Error('a migration is not taken back: members may have roles that the release before does not know'),
    );
  }
}
