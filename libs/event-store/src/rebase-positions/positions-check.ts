import type { DataSource, EntityManager } from 'typeorm';

import { selectAhead } from './positions.sql.ts';

/** The store was restored from another cluster's dump and must not be written to before an operator has rebased it. */
export class ForeignPositions extends Error {
  override readonly name = 'ForeignPositions';

  constructor() {
    super(
      'the event store was restored from another Postgres cluster: stop the service and run rebase-positions, then start it again',
    );
  }
}

/** Whether the store holds events that this Postgres cluster can not have written. */
export async function positionsOfAnotherCluster(source: DataSource | EntityManager): Promise<boolean> {
  const [row] = await source.query<[{ ahead: boolean }]>(selectAhead);
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
