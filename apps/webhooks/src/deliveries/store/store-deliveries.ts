import type { WebhookEventType } from '@ci/contracts';
import { sentTogether } from '@ci/database';
import { newId } from '@ci/ids';
import type { EntityManager } from 'typeorm';
import { instants } from '../instants.ts';
import { isFirstInItsCall } from '../queue/claim-deliveries.ts';

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
  const events = storeEvents(tx, [...new Set(deliveries.map(({ event }) => event))]);
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

/** As JSON: the driver escapes arrays of texts by regular expressions, and bodies are long and full of quotes. */
async function storeEvents(tx: EntityManager, events: readonly EventToStore[]): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_events (id, workspace_id, type, call_id, body, traceparent, created_at)
     SELECT id, "workspaceId", type, "callId", body, traceparent, now
     FROM json_to_recordset($1::json)
       AS e (id text, "workspaceId" text, type text, "callId" text, body text, traceparent text, now timestamptz)
     ON CONFLICT (id) DO NOTHING`,
    [JSON.stringify(events)],
  );
}

/** The consumer has locked the call: no earlier event of it can be stored meanwhile. */
const insertDeliveries = `
  INSERT INTO deliveries (id, workspace_id, webhook_id, event_id, event_type, call_id, call_order, status, created_at, next_attempt_at, held,
                          lease, leased_until)
  SELECT d.id, d.workspace_id, d.webhook_id, d.event_id, d.event_type, d.call_id, d.call_order, d.status, d.created_at, d.next_attempt_at, d.held,
         CASE WHEN may.start THEN d.lease END, CASE WHEN may.start THEN d.leased_until END
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[], $9::timestamptz[],
              $10::timestamptz[], $11::boolean[], $12::uuid[], $13::timestamptz[])
    AS d (id, workspace_id, webhook_id, event_id, event_type, call_id, call_order, status, created_at, next_attempt_at, held, lease, leased_until)
  CROSS JOIN LATERAL (
    SELECT d.lease IS NOT NULL AND ${isFirstInItsCall('d')} AS start
  ) may
  ON CONFLICT (event_id, webhook_id) DO NOTHING
  RETURNING id, lease IS NOT NULL AS leased`;
