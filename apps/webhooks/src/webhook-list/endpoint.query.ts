import type { WebhookEndpoint } from '@ci/contracts';
import { timestamp } from '@ci/platform';
import type { DataSource, EntityManager } from 'typeorm';

interface EndpointRow extends Omit<WebhookEndpoint, 'created_at' | 'disabled_at'> {
  readonly created_at: Date;
  readonly disabled_at: Date | null;
}

const columns = `id, url, events, description, created_at, status, disabled_reason, disabled_at`;

/** All endpoints of a workspace (they are few), newest first. */
export async function listEndpoints(
  database: DataSource | EntityManager,
  workspaceId: string,
): Promise<WebhookEndpoint[]> {
  const rows = await database.query<EndpointRow[]>(
    `SELECT ${columns} FROM webhook_endpoints WHERE workspace_id = $1 ORDER BY created_at DESC, id DESC`,
    [workspaceId],
  );
  return rows.map(endpointOf);
}

export async function findEndpoint(
  database: DataSource | EntityManager,
  workspaceId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  const [row] = await database.query<EndpointRow[]>(
    `SELECT ${columns} FROM webhook_endpoints WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id],
  );
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
    disabled_at: row.disabled_at === null ? null : timestamp(row.disabled_at),
  };
}
