import type { DataSource, EntitySubscriberInterface } from 'typeorm';

/**
 * Postgres answers the COMMIT of a failed transaction with a ROLLBACK, and no error: work that swallowed the error of a statement would be
 * reported as stored although nothing was. After this call such a COMMIT fails, in every transaction of the data source.
 */
export function refuseSilentRollback(dataSource: DataSource): void {
  if (!dataSource.subscribers.includes(commitWatcher)) dataSource.subscribers.push(commitWatcher);
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
