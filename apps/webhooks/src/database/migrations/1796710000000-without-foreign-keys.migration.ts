import { withoutForeignKeys } from '@ci/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events are stored without a look at their stream's row. The release before goes on beside it: it stores the same rows. */
export class WithoutForeignKeys1796710000000 implements MigrationInterface {
  readonly name = 'WithoutForeignKeys1796710000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of withoutForeignKeys) await runner.query(statement);
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('a migration is not taken back: the release before works without the keys'));
  }
}
