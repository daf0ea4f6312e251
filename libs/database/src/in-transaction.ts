import { setTimeout as delay } from 'node:timers/promises';

import { DomainError } from '@ci/domain';
import { isOutdatedPlan, sqlStateOf } from '@ci/errors';
import type { DataSource, EntityManager } from 'typeorm';
import { runTransaction } from './transaction.ts';

const defaultAttempts = 3;
const longestPauseMs = 100;

/**
 * Runs `work` in a separate transaction, and the whole of it again, in a new transaction, when it met a concurrent writer. `work` may
 * therefore run several times: what it does outside the transaction belongs into `afterCommit`. Attempts may be Infinity.
 *
 * Throws DomainError('conflict') when every attempt met one.
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (tx: EntityManager) => Promise<T>,
  { attempts = defaultAttempts }: { attempts?: number } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runTransaction(dataSource, work);
    } catch (error) {
      if (!isConcurrencyConflict(error)) throw error;
      if (attempt >= attempts) {
        throw new DomainError('conflict', 'The resource is being changed by another request; try again.', {
          cause: error,
        });
      }
      await delay(pauseMs(attempt));
    }
  }
}

/** What a new transaction may well get past: a moved stream (VersionConflict has the first code), a serialization failure, a deadlock, a migration. */
export function isConcurrencyConflict(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === '40001' || state === '40P01' || isOutdatedPlan(error);
}

/** Full jitter: writers that collided must not come back together. */
function pauseMs(attempt: number): number {
  return Math.random() * Math.min(longestPauseMs, 2 ** Math.min(attempt, 10));
}
