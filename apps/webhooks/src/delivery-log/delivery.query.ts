import type { Delivery } from '@ci/contracts';
import { timestamp, type Keyset } from '@ci/platform';
import type { DataSource, EntityManager } from 'typeorm';

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

/** Deliveries to one endpoint, newest first, with their attempts, oldest first. */
export async function listDeliveryRows(
  database: Database,
  webhookId: string,
  { after, limit }: { readonly after: Keyset | undefined; readonly limit: number },
): Promise<DeliveryRow[]> {
  return database.query(
    `SELECT ${columns} FROM deliveries d
     WHERE d.webhook_id = $1 AND ($2::timestamptz IS NULL OR (d.created_at, d.id) < ($2, $3))
     ORDER BY d.created_at DESC, d.id DESC LIMIT $4`,
    [webhookId, after?.createdAt ?? null, after?.id ?? null, limit],
  );
}

export async function findDelivery(database: Database, id: string): Promise<Delivery | undefined> {
  const [row] = await database.query<DeliveryRow[]>(`SELECT ${columns} FROM deliveries d WHERE d.id = $1`, [id]);
  return row && deliveryOf(row);
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
