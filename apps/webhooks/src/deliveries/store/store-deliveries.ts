import type { WebhookEventType } from '@ci/contracts';
import { sentTogether } from '@ci/database';
import { newId } from '@ci/ids';
import type { EntityManager } from 'typeorm';
import { instants } from '../instants.ts';
import { insertDeliveries, insertEvents } from './deliveries.sql.ts';

/** An event with its finished body. */
export interface EventToStore {
  readonly id: string;
  readonly workspaceId: string;
  readonly type: WebhookEventType;
  readonly callId: string | null;
  /** Within its call: 0 for call.ended, then the revision. */
  readonly callOrder: number;
  readonly body: string;
  readonly traceparent?: string | undefined;
  readonly now: Date;
}

export interface DeliveryToStore {
  readonly event: EventToStore;
  readonly webhookId: string;
  readonly status: 'pending' | 'dropped';
  readonly nextAttemptAt: Date | null;
  readonly held: boolean;
  /** Set when the first attempt shall begin with the commit. */
  readonly lease?: { readonly lease: string; readonly leasedUntil: Date };
}

export interface StoredDelivery {
  readonly id: string;
  /** The attempt begins with the commit: there was a lease, and no earlier event of the call waits for its own first attempt. */
  readonly leased: boolean;
}

/**
 * Stores events, and a delivery of one for each endpoint. Storing the same event again changes nothing. Answers one entry for each delivery
 * that was asked for; undefined for one that was there.
 */
export async function storeDeliveries(
  tx: EntityManager,
  deliveries: readonly DeliveryToStore[],
): Promise<(StoredDelivery | undefined)[]> {
  if (deliveries.length === 0) return [];
  const column = <Value>(of: (delivery: DeliveryToStore) => Value): Value[] => deliveries.map(of);
  const ids = deliveries.map(() => newId('dlv'));
  const events = tx.query(insertEvents, [JSON.stringify([...new Set(deliveries.map(({ event }) => event))])]);
  const inserted = tx.query<StoredDelivery[]>(insertDeliveries, [
    ids,
    column(({ event }) => event.workspaceId),
    column(({ webhookId }) => webhookId),
    column(({ event }) => event.id),
    column(({ event }) => event.type),
    column(({ event }) => event.callId),
    column(({ event }) => event.callOrder),
    column(({ status }) => status),
    instants(column(({ event }) => event.now)),
    instants(column(({ nextAttemptAt }) => nextAttemptAt)),
    column(({ held }) => held),
    column(({ lease }) => lease?.lease ?? null),
    instants(column(({ lease }) => lease?.leasedUntil ?? null)),
  ]);
  const [, rows] = await sentTogether(events, inserted);
  const stored = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => stored.get(id));
}
