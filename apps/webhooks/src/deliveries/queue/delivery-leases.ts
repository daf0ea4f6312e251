import type { DataSource, EntityManager } from 'typeorm';

/** Gives deliveries back whose attempts did not begin or were cut: any instance may claim them at once. */
export async function releaseLeases(dataSource: DataSource, lease: string, ids: readonly string[]): Promise<void> {
  await dataSource.query(
    `WITH free AS (SELECT id FROM deliveries WHERE id = ANY($2) AND lease = $1 FOR UPDATE SKIP LOCKED)
     UPDATE deliveries d SET lease = NULL, leased_until = NULL FROM free WHERE d.id = free.id`,
    [lease, ids],
  );
}

/** Which of these endpoints are no longer there. */
export async function findDeleted(dataSource: DataSource, webhookIds: readonly string[]): Promise<string[]> {
  const rows = await dataSource.query<{ id: string }[]>(
    `SELECT id FROM unnest($1::text[]) AS t (id) WHERE NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = t.id)`,
    [webhookIds],
  );
  return rows.map(({ id }) => id);
}

/** Whether an attempt on one of these deliveries may be under way somewhere. */
export async function someAreLeased(dataSource: DataSource, ids: readonly string[], now: Date): Promise<boolean> {
  const [row] = await dataSource.query<{ leased: boolean }[]>(
    `SELECT EXISTS (SELECT FROM deliveries WHERE id = ANY($1) AND lease IS NOT NULL AND leased_until > $2) AS leased`,
    [ids, now],
  );
  return row?.leased ?? false;
}

/** The deliveries to an endpoint that some instance has in hand. */
export async function findLeased(tx: EntityManager, webhookId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }[]>(
    `SELECT id FROM deliveries WHERE webhook_id = $1 AND status = 'pending' AND lease IS NOT NULL`,
    [webhookId],
  );
  return rows.map(({ id }) => id);
}
