import type { WebhookRecovery } from '@ci/contracts';
import { selected } from '@ci/database';
import { newestRows, type PlaceInList } from '@ci/http';
import { timestamp } from '@ci/validation';
import type { DataSource, EntityManager } from 'typeorm';
import { countedDeliveries } from './recoveries.sql.ts';
import { RecoveryRow } from './recovery.entity.ts';

type Database = DataSource | EntityManager;

export interface RecoveryRef {
  readonly id: string;
  readonly webhookId: string;
  readonly workspaceId: string;
}

/** A recovery with what became of its deliveries. */
type ShownRecovery = RecoveryRow & {
  readonly deliveries: Pick<WebhookRecovery, 'delivered' | 'pending' | 'failed'>;
};

const recoveries = (database: Database) =>
  database
    .createQueryBuilder()
    .select(selected(RecoveryRow, 'r'))
    .addSelect(countedDeliveries, 'deliveries')
    .from(RecoveryRow, 'r');

/** Recoveries of one endpoint, newest first. */
export async function listRecoveryRows(
  database: Database,
  webhookId: string,
  place: PlaceInList,
): Promise<ShownRecovery[]> {
  return newestRows<ShownRecovery>(database, recoveries(database).where({ webhookId }), place);
}

/** One recovery of one endpoint of a workspace. */
export async function findRecovery(database: Database, ref: RecoveryRef): Promise<WebhookRecovery | undefined> {
  const row = await recoveries(database)
    .where({ ...ref })
    .getRawOne<ShownRecovery>();
  return row && recoveryOf(row);
}

export function recoveryOf(row: ShownRecovery): WebhookRecovery {
  const { delivered, pending, failed } = row.deliveries;
  return {
    id: row.id,
    webhook_id: row.webhookId,
    since: timestamp(row.since),
    until: timestamp(row.until),
    status: row.status,
    total: row.total,
    scheduled: row.scheduled,
    delivered,
    pending,
    failed,
    created_at: timestamp(row.createdAt),
    finished_at: row.finishedAt === null ? null : timestamp(row.finishedAt),
  };
}
