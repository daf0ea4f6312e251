import { setTimeout as delay } from 'node:timers/promises';
import { runTransaction } from '@ci/database';
import type { DataSource, EntityManager } from 'typeorm';
import { isConflict } from '../failure.ts';

/** Runs work in one transaction, as `runTransaction` does; it may run the work again, in a new one, after a conflict. */
export type RunTransaction = <T>(work: (tx: EntityManager) => Promise<T>) => Promise<T>;

const CONFLICT_ATTEMPTS = 10;

/** Transactions on a data source, tried again for a while when they meet a concurrent writer. */
export function transactionsOn(dataSource: DataSource): RunTransaction {
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runTransaction(dataSource, work);
      } catch (error) {
        if (attempt >= CONFLICT_ATTEMPTS || !isConflict(error)) throw error;
        await delay(Math.random() * 10 * attempt);
      }
    }
  };
}
