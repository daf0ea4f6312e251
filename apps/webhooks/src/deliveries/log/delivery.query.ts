import {
  deliveryStatuses,
  webhookEventTypes,
  type Delivery,
  type DeliveryDetail,
  type DeliveryStatus,
  type WebhookEventType,
} from '@ci/contracts';
import type { Keyset } from '@ci/http';
import { timestamp } from '@ci/validation';
import type { DataSource, EntityManager } from 'typeorm';
import { newestDeliveries } from './newest-deliveries.ts';

/** Attempts come as JSON: their times are texts. */
export interface DeliveryRow extends Omit<Delivery, 'created_at' | 'next_attempt_at'> {
  readonly created_at: Date;
  readonly next_attempt_at: Date | null;
}

type Database = DataSource | EntityManager;

/** One statement, so that a delivery and its attempts are of one moment. */
const columns = `
  d.id, d.webhook_id, d.event_id, d.event_type, d.status, d.created_at, d.next_attempt_at,
  (SELECT coalesce(json_agg(json_build_object(
     'number', a.number, 'attempted_at', a.attempted_at, 'latency_ms', a.latency_ms,
     'status_code', a.status_code, 'error', a.error, 'response_body', a.response_body) ORDER BY a.number), '[]')
   FROM delivery_attempts a WHERE a.delivery_id = d.id) AS attempts`;

export interface DeliveryFilters {
  readonly status?: DeliveryStatus | undefined;
  readonly event_type?: WebhookEventType | undefined;
}

/** Deliveries to one endpoint that pass the filters, newest first, with their attempts, oldest first. */
export async function listDeliveryRows(
  database: Database,
  webhookId: string,
  { status, event_type: type }: DeliveryFilters,
  { after, limit }: { readonly after: Keyset | undefined; readonly limit: number },
): Promise<DeliveryRow[]> {
  const newest = newestDeliveries({
    webhookId: '$1',
    types: '$2::text[]',
    statuses: '$3::text[]',
    ...(after && { condition: '(d.created_at, d.id) < ($5::timestamptz, $6)' }),
    limit: '$4',
  });
  return database.query(`SELECT ${columns} FROM ${newest} ORDER BY d.created_at DESC, d.id DESC LIMIT $4`, [
    webhookId,
    type === undefined ? webhookEventTypes : [type],
    status === undefined ? deliveryStatuses : [status],
    limit,
    ...(after ? [timestamp(after.createdAt), after.id] : []),
  ]);
}

export async function findDelivery(database: Database, id: string): Promise<Delivery | undefined> {
  const [row] = await database.query<DeliveryRow[]>(`SELECT ${columns} FROM deliveries d WHERE d.id = $1`, [id]);
  return row && deliveryOf(row);
}

export interface DeliveryRef {
  readonly id: string;
  readonly webhookId: string;
  readonly workspaceId: string;
}

/** A delivery with the body that is sent. One whose endpoint was deleted is not there any more. */
export async function findDeliveryDetail(
  database: Database,
  { id, webhookId, workspaceId }: DeliveryRef,
): Promise<DeliveryDetail | undefined> {
  const [row] = await database.query<(DeliveryRow & { readonly request_body: string | null })[]>(
    `SELECT ${columns}, v.body AS request_body
     FROM deliveries d JOIN webhook_endpoints e ON e.id = d.webhook_id JOIN webhook_events v ON v.id = d.event_id
     WHERE d.id = $1 AND d.webhook_id = $2 AND d.workspace_id = $3`,
    [id, webhookId, workspaceId],
  );
  return row && { ...deliveryOf(row), request_body: row.request_body };
}

export function deliveryOf(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    created_at: timestamp(row.created_at),
    next_attempt_at: row.next_attempt_at === null ? null : timestamp(row.next_attempt_at),
    attempts: row.attempts.map((attempt) => ({ ...attempt, attempted_at: timestamp(new Date(attempt.attempted_at)) })),
  };
}
