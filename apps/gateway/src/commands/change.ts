import type { EventMetadata } from '@ci/event-store';
import { confineTo, inTransaction } from '@ci/database';
import type { DataSource, EntityManager } from 'typeorm';

/** Where something is changed, and by whom: events keep that, an operator or a member. */
export interface Change {
  readonly dataSource: DataSource;
  readonly metadata: EventMetadata;
}

/** A transaction that meets the rows of one workspace alone. */
export function inTransactionOf<T>(
  dataSource: DataSource,
  workspaceId: string,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  return inTransaction(dataSource, async (tx) => {
    await confineTo(tx, workspaceId);
    return work(tx);
  });
}
