import type { Delivery, DeliveryAttempt } from '@ci/contracts';
import { timestamp, type Keyset } from '@ci/platform';
import type { DataSource, EntityManager } from 'typeorm';

export interface DeliveryRow extends Omit<Delivery, 'created_at' | 'next_attempt_at' | 'attempts'> {
  readonly created_at: Date;
  readonly next_attempt_at: Date | null;
}

interface AttemptRow extends Omit<DeliveryAttempt, 'attempted_at'> {
  readonly delivery_id: string;
  readonly attempted_at: Date;
}

type Database = DataSource | EntityManager;

const columns = `id, webhook_id, event_id, event_type, status, created_at, next_attempt_at`;

/** Deliveries to one endpoint, newest first, without their attempts. */
export async function listDeliveryRows(
  database: Database,
  webhookId: string,
  { after, limit }: { readonly after: Keyset | undefined; readonly limit: number },
): Promise<DeliveryRow[]> {
  return database.query(
    `SELECT ${columns} FROM deliveries
     WHERE webhook_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3))
     ORDER BY created_at DESC, id DESC LIMIT $4`,
    [webhookId, after?.createdAt ?? null, after?.id ?? null, limit],
  );
}

export async function findDelivery(database: Database, id: string): Promise<Delivery | undefined> {
  const [row] = await database.query<DeliveryRow[]>(`SELECT ${columns} FROM deliveries WHERE id = $1`, [id]);
  return row && deliveryOf(row, await attemptsOf(database, [id]));
}

/** The attempts of some deliveries, oldest first. */
export async function attemptsOf(
  database: Database,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryAttempt[]>> {
  const rows = await database.query<AttemptRow[]>(
    `SELECT delivery_id, number, attempted_at, latency_ms, status_code, error, response_body
     FROM delivery_attempts WHERE delivery_id = ANY($1) ORDER BY delivery_id, number`,
    [deliveryIds],
  );
  const attempts = new Map<string, DeliveryAttempt[]>();
  for (const { delivery_id: id, attempted_at: at, ...rest } of rows) {
    attempts.set(id, [...(attempts.get(id) ?? []), { ...rest, attempted_at: timestamp(at) }]);
  }
  return attempts;
}

export function deliveryOf(row: DeliveryRow, attempts: ReadonlyMap<string, DeliveryAttempt[]>): Delivery {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    created_at: timestamp(row.created_at),
    next_attempt_at: row.next_attempt_at === null ? null : timestamp(row.next_attempt_at),
    attempts: attempts.get(row.id) ?? [],
  };
}
