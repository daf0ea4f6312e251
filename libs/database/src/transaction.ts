import { sqlStateOf } from '@ci/errors';
import type { DataSource, EntityManager, EntitySubscriberInterface } from 'typeorm';

/**
 * Runs `work` in a transaction, once. Postgres answers the COMMIT of a failed transaction with a ROLLBACK, and no error: work that swallowed
 * the error of a statement would be reported as stored although nothing was. Such a COMMIT fails here.
 */
export async function runTransaction<T>(dataSource: DataSource, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  if (!dataSource.subscribers.includes(commitWatcher)) dataSource.subscribers.push(commitWatcher);
  let entered: EntityManager | undefined;
  try {
    return await dataSource.transaction((tx) => {
      left.set((entered = tx), []);
      return work(tx);
    });
  } catch (failure) {
    throw (entered && (await failureOfLeft(entered))) ?? failure;
  }
}

const commitWatcher: EntitySubscriberInterface = {
  afterQuery({ query, success, rawResults }) {
    if (query !== 'COMMIT' || !success) return;
    // Thrown here it rejects the COMMIT itself. pg's result names the command that was really carried out.
    if ((rawResults as { command?: string } | undefined)?.command !== 'COMMIT') {
      throw new Error('nothing was committed: a statement had failed and its error was swallowed');
    }
  },
};

/** Of each transaction that is going on, in their order. */
const left = new WeakMap<EntityManager, Promise<unknown>[]>();

/**
 * No caller waits for the answer to a statement of a transaction of `inTransaction` that nothing depends on: others go out behind it, and the
 * COMMIT, in one message. Where it fails the COMMIT is a ROLLBACK, and the transaction throws what it failed with.
 */
export function leaveToCommit(tx: EntityManager, statement: Promise<unknown>): void {
  statement.catch(() => undefined);
  const statements = left.get(tx);
  if (statements === undefined)
    throw new Error('only inTransaction says what a statement failed with that was left to the COMMIT');
  statements.push(statement);
}

/** After the failure of another statement, whose error is the one to throw. */
const TRANSACTION_HAS_FAILED = '25P02';

async function failureOfLeft(tx: EntityManager): Promise<unknown> {
  for (const outcome of await Promise.allSettled(left.get(tx) ?? [])) {
    if (outcome.status === 'rejected' && sqlStateOf(outcome.reason) !== TRANSACTION_HAS_FAILED) return outcome.reason;
  }
  return undefined;
}
