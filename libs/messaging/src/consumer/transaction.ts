import { setTimeout as delay } from 'node:timers/promises';
import { refuseSilentRollback } from '@ci/database';
import { sqlStateOf } from '@ci/errors';
import type { DataSource, EntityManager } from 'typeorm';
import { isConflict } from '../failure.ts';

/** Runs work in one transaction; it may run the work again, in a new one, after a conflict. */
export type RunTransaction = <T>(work: (tx: EntityManager) => Promise<T>) => Promise<T>;

const CONFLICT_ATTEMPTS = 10;

/** Transactions on a data source, tried again for a while when they meet a concurrent writer. */
export function transactionsOn(dataSource: DataSource): RunTransaction {
  refuseSilentRollback(dataSource);
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      let entered: EntityManager | undefined;
      try {
        return await dataSource.transaction((tx) => work((entered = tx)));
      } catch (failure) {
        const error = (await failureOfLeft(entered)) ?? failure;
        if (attempt >= CONFLICT_ATTEMPTS || !isConflict(error)) throw error;
        await delay(Math.random() * 10 * attempt);
      }
    }
  };
}

const left = new WeakMap<EntityManager, Promise<unknown>[]>();

/**
 * Nobody waits for the answer to a statement that was sent: the COMMIT goes out behind it, in the same message, and one that fails makes a
 * ROLLBACK of it. For the last statement of a transaction of `transactionsOn`, which then throws what it failed with.
 */
export function leaveToCommit(tx: EntityManager, statement: Promise<unknown>): void {
  statement.catch(() => undefined);
  left.set(tx, [...(left.get(tx) ?? []), statement]);
}

const TRANSACTION_HAS_FAILED = '25P02';

/** What a statement that was left failed with by itself, not by another one before it. */
async function failureOfLeft(tx: EntityManager | undefined): Promise<unknown> {
  const statements = tx === undefined ? [] : (left.get(tx) ?? []);
  for (const outcome of await Promise.allSettled(statements)) {
    if (outcome.status === 'rejected' && sqlStateOf(outcome.reason) !== TRANSACTION_HAS_FAILED) return outcome.reason;
  }
  return undefined;
}
