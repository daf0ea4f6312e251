import { eventStoreSql, refusedAppends, withoutForeignKeys } from '@ci/event-store';
import { messagingSql } from '@ci/messaging';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Blank1000000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const store = [...eventStoreSql, ...withoutForeignKeys, ...refusedAppends];
    for (const statement of [...store, ...messagingSql]) await runner.query(statement);
  }

  async down(): Promise<void> {
    await Promise.reject(new Error('the first migration is not taken back: drop the schema'));
  }
}
