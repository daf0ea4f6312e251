import type { SubscribableEventType } from '@ci/contracts';
import type { EntityManager } from 'typeorm';

/** An endpoint that wants events. */
export interface Subscriber {
  readonly id: string;
  readonly workspaceId: string;
  readonly status: 'active' | 'disabled';
  readonly events: readonly SubscribableEventType[];
  readonly url: string;
  /** Encrypted. */
  readonly secret: Buffer;
}

/**
 * The endpoints of these workspaces, disabled ones too, by workspace. Held FOR SHARE: an endpoint that is being deleted is either seen
 * without its row, or is deleted after the new delivery is stored and drops it. Always in the order of the ids.
 */
export async function findSubscribers(
  tx: EntityManager,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Subscriber[]>> {
  const rows = await tx.query<Subscriber[]>(
    `SELECT e.id, e.workspace_id AS "workspaceId", e.status, e.events, e.url, s.secret
     FROM webhook_endpoints e JOIN webhook_secrets s ON s.webhook_id = e.id
     WHERE e.workspace_id = ANY($1) ORDER BY e.id FOR SHARE OF e`,
    [workspaceIds],
  );
  return Map.groupBy(rows, ({ workspaceId }) => workspaceId);
}
