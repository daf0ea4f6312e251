import type { EntityManager, EntitySubscriberInterface, QueryRunner } from 'typeorm';

/** Where the failure of a callback goes; it can not undo what is committed. */
export type ReportFailure = (error: unknown) => void;

/**
 * Runs `callback` once the surrounding transaction has committed, for example to wake the outbox relay. Dropped when the transaction, or
 * the attempt of `inTransaction` that registered it, is rolled back. An asynchronous callback is not awaited.
 */
export function afterCommit(
  tx: EntityManager,
  callback: () => void | Promise<void>,
  report: ReportFailure = warn,
): void {
  const runner = tx.queryRunner;
  if (!runner?.isTransactionActive) throw new Error('afterCommit needs an open transaction');
  // TypeORM notifies subscribers of the end of every transaction, also of those that were not begun by inTransaction (a consumer's).
  if (!tx.dataSource.subscribers.includes(endOfTransaction)) tx.dataSource.subscribers.push(endOfTransaction);
  const registered = pending.get(runner) ?? [];
  pending.set(runner, [...registered, { callback, report }]);
}

interface Registration {
  readonly callback: () => void | Promise<void>;
  readonly report: ReportFailure;
}

const pending = new WeakMap<QueryRunner, readonly Registration[]>();

const endOfTransaction: EntitySubscriberInterface = {
  afterTransactionCommit({ queryRunner }) {
    // Releasing a savepoint is announced as a commit too.
    if (queryRunner.isTransactionActive) return;
    const registered = pending.get(queryRunner) ?? [];
    pending.delete(queryRunner);
    for (const registration of registered) void run(registration);
  },
  afterTransactionRollback({ queryRunner }) {
    if (!queryRunner.isTransactionActive) pending.delete(queryRunner);
  },
};

/** Async so that a callback that throws and one that rejects end in the same place; it starts at once. */
async function run({ callback, report }: Registration): Promise<void> {
  try {
    await callback();
  } catch (error) {
    report(error);
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error), 'AfterCommitWarning');
}
