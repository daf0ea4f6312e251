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
import { WebhookEndpointRow } from '../../endpoints/webhook-endpoint.entity.ts';
import { deliveryPage, shownDelivery } from './deliveries.sql.ts';
import { DeliveryRow } from './delivery.entity.ts';

/** Attempts come as JSON: their times are texts. */
export type ShownDelivery = DeliveryRow & Pick<Delivery, 'attempts'>;

type Database = DataSource | EntityManager;

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
): Promise<ShownDelivery[]> {
  return database.query<ShownDelivery[]>(deliveryPage(after !== undefined), [
    webhookId,
    type === undefined ? webhookEventTypes : [type],
    status === undefined ? deliveryStatuses : [status],
    limit,
    ...(after ? [timestamp(after.createdAt), after.id] : []),
  ]);
}

const deliveries = (database: Database) => database.createQueryBuilder().select(shownDelivery).from(DeliveryRow, 'd');

export async function findDelivery(database: Database, id: string): Promise<Delivery | undefined> {
  const row = await deliveries(database).where({ id }).getRawOne<ShownDelivery>();
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
  const row = await deliveries(database)
    .innerJoin(WebhookEndpointRow, 'e', 'e.id = d.webhookId')
    .innerJoin('webhook_events', 'v', 'v.id = d.eventId')
    .addSelect('v.body', 'requestBody')
    .where({ id, webhookId, workspaceId })
    .getRawOne<ShownDelivery & { readonly requestBody: string | null }>();
  return row && { ...deliveryOf(row), request_body: row.requestBody };
}

export function deliveryOf(row: ShownDelivery): Delivery {
  return {
    id: row.id,
    webhook_id: row.webhookId,
    event_id: row.eventId,
    event_type: row.eventType,
    status: row.status,
    created_at: timestamp(row.createdAt),
    next_attempt_at: row.nextAttemptAt === null ? null : timestamp(row.nextAttemptAt),
    attempts: row.attempts.map((attempt) => ({ ...attempt, attempted_at: timestamp(new Date(attempt.attempted_at)) })),
  };
}
