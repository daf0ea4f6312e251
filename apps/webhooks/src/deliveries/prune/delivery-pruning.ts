import type { PruneTask } from '@ci/messaging';
import type { DataSource } from 'typeorm';
import type { Clock } from '../../clock.ts';

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

/** By way of their events, which are as old: each index of the deliveries is written twice for each of them. */
const deleteDeliveries = `
  WITH old AS (
    SELECT d.id FROM webhook_events v JOIN deliveries d ON d.event_id = v.id
    WHERE v.created_at < $1 AND d.created_at < $1 AND d.status <> 'pending' AND (d.leased_until IS NULL OR d.leased_until < $3)
    ORDER BY v.created_at
    LIMIT $2
    FOR UPDATE OF d SKIP LOCKED
  ), attempts AS (DELETE FROM delivery_attempts WHERE delivery_id IN (SELECT id FROM old)
  ), gone AS (DELETE FROM deliveries WHERE id IN (SELECT id FROM old) RETURNING 1)
  SELECT count(*)::int AS deleted FROM gone`;

const deleteEvents = `
  WITH old AS (
    SELECT v.id FROM webhook_events v
    WHERE v.created_at < $1 AND NOT EXISTS (SELECT FROM deliveries d WHERE d.event_id = v.id)
    ORDER BY v.created_at
    LIMIT $2
    FOR UPDATE SKIP LOCKED
  ), gone AS (DELETE FROM webhook_events WHERE id IN (SELECT id FROM old) RETURNING 1)
  SELECT count(*)::int AS deleted FROM gone`;

const deleteRecoveries = `
  WITH old AS (
    SELECT id FROM recoveries
    WHERE created_at < $1 AND status <> 'running'
    ORDER BY created_at
    LIMIT $2
    FOR UPDATE SKIP LOCKED
  ), gone AS (DELETE FROM recoveries WHERE id IN (SELECT id FROM old) RETURNING 1)
  SELECT count(*)::int AS deleted FROM gone`;
