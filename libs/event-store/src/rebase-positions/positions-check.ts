import type { DataSource, EntityManager } from 'typeorm';

/** The store was restored from another cluster's dump and must not be written to before an operator has rebased it. */
export class ForeignPositions extends Error {
  override readonly name = 'ForeignPositions';

  constructor() {
    super(
      'the event store was restored from another Postgres cluster: stop the service and run rebase-positions, then start it again',
    );
  }
}

/**
 * Whether the store holds events that this Postgres cluster can not have written. Nothing that can be seen was written by a transaction at
 * or after the snapshot's xmax, unless another cluster wrote it; only the transaction that asks may see such events, its own. One look at
 * the end of an index.
 */
export async function positionsOfAnotherCluster(source: DataSource | EntityManager): Promise<boolean> {
  const [row] = await source.query<[{ ahead: boolean }]>(
    `SELECT EXISTS (
       SELECT FROM events
       WHERE transaction_id >= pg_snapshot_xmax(pg_current_snapshot())
         AND transaction_id IS DISTINCT FROM pg_current_xact_id_if_assigned()
     ) AS ahead`,
  );
  return row.ahead;
}

/**
 * A check for a service's readiness: rejects with `ForeignPositions` while the store must not be used, and says so once through `report`,
 * for readiness itself gives no reasons.
 */
export function positionsCheck(source: DataSource, report: (error: ForeignPositions) => void): () => Promise<void> {
  let isReported = false;
  return async () => {
    if (!(await positionsOfAnotherCluster(source))) return;
    const error = new ForeignPositions();
    if (!isReported) report(error);
    isReported = true;
    throw error;
  };
}
