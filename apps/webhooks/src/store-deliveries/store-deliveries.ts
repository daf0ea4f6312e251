import type { SubscribableEventType, WebhookEventType } from '@ci/contracts';
import { newId } from '@ci/platform';
import type { EntityManager } from 'typeorm';

/** An event with its finished body. */
export interface EventToStore {
  readonly id: string;
  readonly workspaceId: string;
  readonly type: WebhookEventType;
  readonly callId: string | null;
  /** Within its call: 0 for call.ended, then the revision. */
  readonly callOrder: number;
  readonly body: string;
  readonly now: Date;
}

export interface Subscriber {
  readonly id: string;
  readonly status: 'active' | 'disabled';
  readonly events: readonly SubscribableEventType[];
}

export interface DeliveryToStore {
  readonly webhookId: string;
  readonly status: 'pending' | 'dropped';
  readonly nextAttemptAt: Date | null;
  readonly held: boolean;
}

/**
 * The endpoints of a workspace that want an event of this type, disabled ones too. Held FOR SHARE: an endpoint that is being deleted is
 * either seen without its row, or is deleted after the new delivery is stored and drops it.
 */
export async function findSubscribers(
  tx: EntityManager,
  workspaceId: string,
  type: SubscribableEventType,
): Promise<Subscriber[]> {
  return tx.query(
    `SELECT id, status, events FROM webhook_endpoints WHERE workspace_id = $1 AND $2 = ANY(events) ORDER BY id FOR SHARE`,
    [workspaceId, type],
  );
}

/** Stores an event once and a delivery of it for each endpoint. Storing the same event again changes nothing. Answers the new ids. */
export async function storeDeliveries(
  tx: EntityManager,
  event: EventToStore,
  deliveries: readonly DeliveryToStore[],
): Promise<string[]> {
  await tx.query(
    `INSERT INTO webhook_events (id, workspace_id, type, call_id, body, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING`,
    [event.id, event.workspaceId, event.type, event.callId, event.body, event.now],
  );
  const rows = await tx.query<{ id: string }[]>(
    `INSERT INTO deliveries (id, workspace_id, webhook_id, event_id, event_type, call_id, call_order, status, created_at, next_attempt_at, held)
     SELECT d.id, $1, d.webhook_id, $2, $3, $4, $5, d.status, $6, d.next_attempt_at, d.held
     FROM unnest($7::text[], $8::text[], $9::text[], $10::timestamptz[], $11::boolean[])
       AS d (id, webhook_id, status, next_attempt_at, held)
     ON CONFLICT (webhook_id, event_id) DO NOTHING
     RETURNING id`,
    [
      event.workspaceId,
      event.id,
      event.type,
      event.callId,
      event.callOrder,
      event.now,
      deliveries.map(() => newId('dlv')),
      deliveries.map(({ webhookId }) => webhookId),
      deliveries.map(({ status }) => status),
      deliveries.map(({ nextAttemptAt }) => nextAttemptAt),
      deliveries.map(({ held }) => held),
    ],
  );
  return rows.map(({ id }) => id);
}
