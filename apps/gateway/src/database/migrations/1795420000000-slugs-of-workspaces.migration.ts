import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What operators call workspaces. Names are no longer unique: owners choose them, and a name that is taken would tell one customer of another.
 * The release before writes no slugs, and its service asks for no name.
 */
export class SlugsOfWorkspaces1795420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workspaces ADD COLUMN slug text');
    await runner.query('CREATE UNIQUE INDEX workspaces_slug ON workspaces (slug)');
    await runner.query('DROP INDEX workspaces_name -- contract step');
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('a migration is not taken back: names may be there twice'));
  }
}
