import { isErased, type Projector, type StoredEvent } from '@ci/event-store';
import type { EntityManager } from 'typeorm';
import type { WorkspaceEvent } from '../workspace/workspace.events.ts';

/** Keeps `workspaces` in the append's transaction. */
export const projectWorkspaceRows: Projector<WorkspaceEvent> = async (tx, events) => {
  for (const stored of events) await projectEvent(tx, stored);
};

async function projectEvent(tx: EntityManager, { event, stream }: StoredEvent<WorkspaceEvent>): Promise<void> {
  const { name, domains } = isErased(event.personal) ? { name: stream.workspaceId, domains: [] } : event.personal;
  switch (event.type) {
    case 'WorkspaceCreated':
      await tx.query(`INSERT INTO workspaces (id, name, timezone, domains, created_at) VALUES ($1, $2, $3, $4, $5)`, [
        stream.workspaceId,
        name,
        event.data.timezone,
        domains,
        event.data.createdAt,
      ]);
      return;
    case 'WorkspaceChanged':
      await tx.query(
        `UPDATE workspaces SET name = $2, timezone = $3, domains = $4, changed_at = clock_timestamp() WHERE id = $1`,
        [stream.workspaceId, name, event.data.timezone, domains],
      );
      return;
  }
}
