import { refusedAppends } from '@ci/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How an append to a moved or foreign stream fails. The release before goes on beside it: it asks for the answer, and does not call this. */
export class RefusedAppends1796800000000 implements MigrationInterface {
  readonly name = 'RefusedAppends1796800000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of refusedAppends) await runner.query(statement);
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('a migration is not taken back: the release before works beside the function'));
  }
}
