import { isErased, type Projector, type StoredEvent } from '@ci/event-store';
import type { EntityManager } from 'typeorm';
import type { ApiKeyEvent } from '../api-key/api-key.events.ts';

/** Keeps `api_keys` in the append's transaction. */
export const projectApiKeyRows: Projector<ApiKeyEvent> = async (tx, events) => {
  for (const stored of events) await projectEvent(tx, stored);
};

async function projectEvent(tx: EntityManager, { event, stream }: StoredEvent<ApiKeyEvent>): Promise<void> {
  switch (event.type) {
    case 'KeyCreated': {
      const { keyId, scope, createdAt } = event.data;
      const name = isErased(event.personal) ? '' : event.personal.name;
      await tx.query(`INSERT INTO api_keys (id, workspace_id, name, scope, created_at) VALUES ($1, $2, $3, $4, $5)`, [
        keyId,
        stream.workspaceId,
        name,
        scope,
        createdAt,
      ]);
      return;
    }
    case 'KeyDeleted':
      await tx.query(`UPDATE api_keys SET deleted_at = $2, changed_at = clock_timestamp() WHERE id = $1`, [
        keyIdOf(stream.id),
        event.data.deletedAt,
      ]);
      return;
  }
}

const keyIdOf = (streamId: string): string => streamId.slice('key-'.length);
