import { selected } from '@ci/database';
import type { WebhookEndpoint } from '@ci/contracts';
import { timestamp } from '@ci/validation';
import type { DataSource, EntityManager } from 'typeorm';
import { WebhookFailureRow } from '../deliveries/record/webhook-failure.entity.ts';
import { WebhookEndpointRow } from '../endpoints/webhook-endpoint.entity.ts';
import { failureRate, nextAttempt } from './endpoint-health.sql.ts';

/** An endpoint with its health, which is null where it is well. */
type ShownEndpoint = WebhookEndpointRow & {
  readonly failingSince: Date | null;
  readonly failedAttempts: number | null;
  readonly failureRate: number | null;
  readonly nextAttemptAt: Date | null;
};

const endpoint = `${selected(WebhookEndpointRow, 'e')}, ${selected(WebhookFailureRow, 'f', ['failingSince', 'failedAttempts'])}`;

/** Health is looked up where it lies, so that a healthy endpoint costs no write. */
const endpointsOf = (database: DataSource | EntityManager, workspaceId: string) =>
  database
    .createQueryBuilder()
    .select(endpoint)
    .addSelect(failureRate, 'failureRate')
    .addSelect(nextAttempt, 'nextAttemptAt')
    .from(WebhookEndpointRow, 'e')
    .leftJoin(WebhookFailureRow, 'f', 'f.webhookId = e.id')
    .where({ workspaceId });

/** All endpoints of a workspace (they are few), newest first. */
export async function listEndpoints(
  database: DataSource | EntityManager,
  workspaceId: string,
): Promise<WebhookEndpoint[]> {
  const newestFirst = endpointsOf(database, workspaceId).orderBy({ 'e.createdAt': 'DESC', 'e.id': 'DESC' });
  return (await newestFirst.getRawMany<ShownEndpoint>()).map(endpointOf);
}

export async function findEndpoint(
  database: DataSource | EntityManager,
  workspaceId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  const row = await endpointsOf(database, workspaceId).andWhere({ id }).getRawOne<ShownEndpoint>();
  return row && endpointOf(row);
}

function endpointOf(row: ShownEndpoint): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    description: row.description,
    created_at: timestamp(row.createdAt),
    status: row.status,
    disabled_reason: row.disabledReason,
    disabled_at: timestampOrNull(row.disabledAt),
    health: {
      failing_since: timestampOrNull(row.failingSince),
      failed_attempts: row.failedAttempts ?? 0,
      failure_rate: row.failureRate,
      next_attempt_at: timestampOrNull(row.nextAttemptAt),
    },
  };
}

function timestampOrNull(date: Date | null): string | null {
  return date === null ? null : timestamp(date);
}
