import { deliveryStatuses, webhookEventTypes, type WebhookEndpoint } from '@ci/contracts';
import { timestamp } from '@ci/validation';
import type { DataSource, EntityManager } from 'typeorm';
import { newestDeliveries } from '../deliveries/log/newest-deliveries.ts';

interface EndpointRow extends Omit<WebhookEndpoint, 'created_at' | 'disabled_at' | 'health'> {
  readonly created_at: Date;
  readonly disabled_at: Date | null;
  readonly failing_since: Date | null;
  readonly failed_attempts: number | null;
  readonly failure_rate: number | null;
  readonly next_attempt_at: Date | null;
}

/** What is delivered or given up was tried. Of what waits or was dropped, no more than 1,000 of a type are looked at for what was tried. */
const newest = newestDeliveries({
  webhookId: 'e.id',
  types: arrayOf(webhookEventTypes),
  statuses: arrayOf(deliveryStatuses),
  limit: `CASE WHEN wanted_status.name IN ('delivered', 'failed') THEN 100 ELSE 1000 END`,
});

/** Health is looked up where it lies, so that a healthy endpoint costs no write. The rate is of a bounded number of rows. */
const endpoints = `
  SELECT e.id, e.url, e.events, e.description, e.created_at, e.status, e.disabled_reason, e.disabled_at,
         f.failing_since, f.failed_attempts, lately.failure_rate,
         (SELECT min(d.next_attempt_at) FROM deliveries d WHERE d.webhook_id = e.id AND d.status = 'pending') AS next_attempt_at
  FROM webhook_endpoints e
  LEFT JOIN webhook_failures f ON f.webhook_id = e.id
  CROSS JOIN LATERAL (
    SELECT round(avg((a.error IS NOT NULL)::int), 4)::float8 AS failure_rate
    FROM (
      SELECT d.id FROM ${newest} WHERE d.attempts > 0 ORDER BY d.created_at DESC, d.id DESC LIMIT 100
    ) tried
    JOIN delivery_attempts a ON a.delivery_id = tried.id
  ) lately`;

/** All endpoints of a workspace (they are few), newest first. */
export async function listEndpoints(
  database: DataSource | EntityManager,
  workspaceId: string,
): Promise<WebhookEndpoint[]> {
  const rows = await database.query<EndpointRow[]>(
    `${endpoints} WHERE e.workspace_id = $1 ORDER BY e.created_at DESC, e.id DESC`,
    [workspaceId],
  );
  return rows.map(endpointOf);
}

export async function findEndpoint(
  database: DataSource | EntityManager,
  workspaceId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  const [row] = await database.query<EndpointRow[]>(`${endpoints} WHERE e.workspace_id = $1 AND e.id = $2`, [
    workspaceId,
    id,
  ]);
  return row && endpointOf(row);
}

function endpointOf(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    description: row.description,
    created_at: timestamp(row.created_at),
    status: row.status,
    disabled_reason: row.disabled_reason,
    disabled_at: timestampOrNull(row.disabled_at),
    health: {
      failing_since: timestampOrNull(row.failing_since),
      failed_attempts: row.failed_attempts ?? 0,
      failure_rate: row.failure_rate,
      next_attempt_at: timestampOrNull(row.next_attempt_at),
    },
  };
}

function timestampOrNull(date: Date | null): string | null {
  return date === null ? null : timestamp(date);
}

/** Of words that are ours. */
function arrayOf(words: readonly string[]): string {
  return `ARRAY[${words.map((word) => `'${word}'`).join(', ')}]`;
}
