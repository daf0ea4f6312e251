import type { PruneTask } from '@ci/messaging';
import type { DataSource } from 'typeorm';
import type { Clock } from '../../clock.ts';
import { deleteDeliveries, deleteEvents, deleteRecoveries } from './old-deliveries.sql.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Deliveries are forgotten after 30 days with their attempts, and events with the last of their deliveries. What is pending or being sent
 * stays, however old: a client may have asked for it again. Recoveries go with the deliveries that they sent.
 */
export function deliveryPruning(clock: Clock): PruneTask[] {
  const before = () => new Date(clock().getTime() - KEPT_MS);
  return [
    {
      name: 'deliveries',
      prune: (dataSource, limit) => deleted(dataSource, deleteDeliveries, [before(), limit, clock()]),
    },
    { name: 'webhook events', prune: (dataSource, limit) => deleted(dataSource, deleteEvents, [before(), limit]) },
    { name: 'recoveries', prune: (dataSource, limit) => deleted(dataSource, deleteRecoveries, [before(), limit]) },
  ];
}

async function deleted(dataSource: DataSource, statement: string, parameters: unknown[]): Promise<number> {
  const [row] = await dataSource.query<{ deleted: number }[]>(statement, parameters);
  return row?.deleted ?? 0;
}
