import { isErased, type StoredEvent } from '@ci/event-store';
import type { EntityManager } from 'typeorm';
import type { WebhookEvent, WebhookTarget } from '../webhook-endpoint/webhook.events.ts';

/** Writes the row of an endpoint, inline. Each row is of one stream and carries its version. */
export async function projectEndpoint(tx: EntityManager, events: readonly StoredEvent<WebhookEvent>[]): Promise<void> {
  for (const stored of events) await project(tx, stored);
}

async function project(tx: EntityManager, { event, stream, version }: StoredEvent<WebhookEvent>): Promise<void> {
  const id = stream.id.slice(`${stream.type}-`.length);
  switch (event.type) {
    case 'WebhookRegistered': {
      const { url, description } = targetOf(event.personal);
      await tx.query(
        `INSERT INTO webhook_endpoints (id, workspace_id, url, description, events, status, created_at, version)
         VALUES ($1, $2, $3, $4, $5, 'active', $6, $7)`,
        [id, stream.workspaceId, url, description, event.data.events, event.data.at, version],
      );
      return;
    }
    case 'WebhookChanged': {
      const { url, description } = targetOf(event.personal);
      await tx.query(
        `UPDATE webhook_endpoints SET url = $3, description = $4, events = $5, version = $2 WHERE id = $1 AND version < $2`,
        [id, version, url, description, event.data.events],
      );
      return;
    }
    case 'WebhookDisabled':
      await tx.query(
        `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = $3, disabled_at = $4, version = $2
         WHERE id = $1 AND version < $2`,
        [id, version, event.data.reason, event.data.at],
      );
      return;
    case 'WebhookEnabled':
      await tx.query(
        `UPDATE webhook_endpoints SET status = 'active', disabled_reason = NULL, disabled_at = NULL, version = $2
         WHERE id = $1 AND version < $2`,
        [id, version],
      );
      return;
    case 'WebhookDeleted':
      await tx.query(`DELETE FROM webhook_endpoints WHERE id = $1`, [id]);
  }
}

/** Met erased in a rebuild alone, of an endpoint that is deleted a few events later. */
function targetOf(personal: Extract<WebhookEvent, { personal: unknown }>['personal']): WebhookTarget {
  return isErased(personal) ? { url: '', description: null } : personal;
}
