import { once, type EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { isConflict } from '../failure.ts';

/** Runs work in one transaction; it may run the work again, in a new one, after a conflict. */
export type RunTransaction = <T>(work: (tx: EntityManager) => Promise<T>) => Promise<T>;

const CONFLICT_ATTEMPTS = 10;
/** The answer to a failed statement and the word that the server is ready come right after each other. */
const READY_MS = 1_000;

/** Transactions on a data source, tried again for a while when they meet a concurrent writer. */
export function transactionsOn(dataSource: DataSource): RunTransaction {
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await dataSource.transaction(async (tx) => {
          const result = await work(tx);
          await assertNotAborted(tx);
          return result;
        });
      } catch (error) {
        if (attempt >= CONFLICT_ATTEMPTS || !isConflict(error)) throw error;
        await delay(Math.random() * 10 * attempt);
      }
    }
  };
}

/**
 * Postgres answers the COMMIT of a failed transaction with a silent ROLLBACK. A handler that swallowed the error of a statement would
 * lose its message: nothing is stored, and the offset moves on. pg rejects the statement before the server has told the state that it
 * left, so the state counts only when the client is ready again; should it not be, another statement, which must fail, tells.
 */
async function assertNotAborted(tx: EntityManager): Promise<void> {
  const client = (await tx.queryRunner?.connect()) as PgClient | undefined;
  if (client?.readyForQuery === false)
    await once(client, 'drain', { signal: AbortSignal.timeout(READY_MS) }).catch(ignore);
  if (client?.readyForQuery !== true) await tx.query('SELECT 1');
  if (client?.getTransactionStatus?.() === 'E') {
    throw new Error('the transaction was aborted by a failed statement whose error was swallowed');
  }
}

/** What of pg's client is looked at. */
interface PgClient extends EventEmitter {
  readonly readyForQuery?: boolean;
  readonly getTransactionStatus?: () => string | null;
}

function ignore(): void {}
