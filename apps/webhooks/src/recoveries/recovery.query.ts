import type { RecoveryStatus, WebhookRecovery } from '@ci/contracts';
import type { Keyset } from '@ci/http';
import { timestamp } from '@ci/validation';
import type { DataSource, EntityManager } from 'typeorm';

type Database = DataSource | EntityManager;

export interface RecoveryRef {
  readonly id: string;
  readonly webhookId: string;
  readonly workspaceId: string;
}

export interface RecoveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly since: Date;
  readonly until: Date;
  readonly status: RecoveryStatus;
  readonly total: number;
  readonly scheduled: number;
  readonly delivered: number;
  readonly pending: number;
  readonly failed: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** What became of the deliveries is counted where it stands. A delivery counts for the recovery that took it last. */
const recoveries = `
  SELECT r.id, r.webhook_id, r.since, r.until, r.status, r.total, r.scheduled, r.created_at, r.finished_at,
         c.delivered, c.pending, c.failed
  FROM recoveries r
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE d.status = 'delivered')::int AS delivered,
           count(*) FILTER (WHERE d.status = 'pending')::int AS pending,
           count(*) FILTER (WHERE d.status IN ('failed', 'dropped'))::int AS failed
    FROM deliveries d WHERE d.recovery_id = r.id
  ) c`;

/** Recoveries of one endpoint, newest first. */
export async function listRecoveryRows(
  database: Database,
  webhookId: string,
  { after, limit }: { readonly after: Keyset | undefined; readonly limit: number },
): Promise<RecoveryRow[]> {
  return database.query(
    `${recoveries}
     WHERE r.webhook_id = $1 AND ($2::timestamptz IS NULL OR (r.created_at, r.id) < ($2, $3))
     ORDER BY r.created_at DESC, r.id DESC LIMIT $4`,
    [webhookId, after?.createdAt ?? null, after?.id ?? null, limit],
  );
}

/** One recovery of one endpoint of a workspace. */
export async function findRecovery(
  database: Database,
  { id, webhookId, workspaceId }: RecoveryRef,
): Promise<WebhookRecovery | undefined> {
  const [row] = await database.query<RecoveryRow[]>(
    `${recoveries} WHERE r.id = $1 AND r.webhook_id = $2 AND r.workspace_id = $3`,
    [id, webhookId, workspaceId],
  );
  return row && recoveryOf(row);
}

export function recoveryOf(row: RecoveryRow): WebhookRecovery {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    since: timestamp(row.since),
    until: timestamp(row.until),
    status: row.status,
    total: row.total,
    scheduled: row.scheduled,
    delivered: row.delivered,
    pending: row.pending,
    failed: row.failed,
    created_at: timestamp(row.created_at),
    finished_at: row.finished_at === null ? null : timestamp(row.finished_at),
  };
}
