import { isErased } from '@ci/domain';
import type { Projector } from '@ci/event-store';
import type { WorkspaceEvent } from '../workspace/workspace.events.ts';

/**
 * Keeps `workspaces`. `changed_at` is when the event was recorded: the database's clock, and the same in a rebuild. One statement per event:
 * slugs are unique at every moment, and a slug may pass from one workspace to another; the rows are few.
 */
export const projectWorkspaceRows: Projector<WorkspaceEvent> = (events) =>
  events.map(({ event, stream, recordedAt }) => {
    const id = stream.workspaceId;
    const { name, domains } = isErased(event.personal) ? { name: id, domains: [] } : event.personal;
    const { timezone, slug = null } = event.data;
    return event.type === 'WorkspaceCreated'
      ? { text: insertWorkspace, values: [id, name, timezone, domains, event.data.createdAt, recordedAt, slug] }
      : { text: changeWorkspace, values: [id, name, timezone, domains, recordedAt, slug] };
  });

const insertWorkspace = `
  INSERT INTO workspaces (id, name, timezone, domains, created_at, changed_at, slug)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const changeWorkspace = `
  UPDATE workspaces SET name = $2, timezone = $3, domains = $4, changed_at = $5, slug = coalesce($6, slug)
   WHERE id = $1`;
