import type { SubscribableEventType } from '@ci/contracts';
import { isErased } from '@ci/domain';
import type { NewEvent, Projector } from '@ci/event-store';
import { mergeEndpoints } from './endpoint-rows.sql.ts';
import type { DisabledReason, WebhookEvent, WebhookTarget } from '../webhook-endpoint/webhook.events.ts';

/** Keeps the rows of endpoints; one statement, for one event as for thousands. Each row is of one stream and carries its version. */
export const projectEndpoint: Projector<WebhookEvent> = (events) => {
  const rows = new Map<string, ChangedEndpoint>();
  for (const stored of events) apply(rows, stored);
  return rows.size > 0 ? [{ text: mergeEndpoints, values: [JSON.stringify([...rows.values()])] }] : [];
};

/** What some events amount to in one row. A group of values counts where its flag is set. */
interface ChangedEndpoint {
  readonly id: string;
  readonly workspace_id: string;
  version: number;
  deleted: boolean;
  /** Set by the registration. */
  created_at: string | null;
  target_changed: boolean;
  url: string;
  description: string | null;
  events: readonly SubscribableEventType[];
  status_changed: boolean;
  status: 'active' | 'disabled';
  disabled_reason: DisabledReason | null;
  disabled_at: string | null;
}

function apply(rows: Map<string, ChangedEndpoint>, { event, stream, version }: NewEvent<WebhookEvent>): void {
  const id = stream.id.slice(`${stream.type}-`.length);
  const row = rows.get(id) ?? unchanged(id, stream.workspaceId);
  rows.set(id, row);
  row.version = version;
  switch (event.type) {
    case 'WebhookRegistered':
      row.created_at = event.data.at;
      Object.assign(row, { target_changed: true, ...targetOf(event.personal), events: event.data.events });
      return;
    case 'WebhookChanged':
      Object.assign(row, { target_changed: true, ...targetOf(event.personal), events: event.data.events });
      return;
    case 'WebhookDisabled': {
      const { reason, at } = event.data;
      Object.assign(row, { status_changed: true, status: 'disabled', disabled_reason: reason, disabled_at: at });
      return;
    }
    case 'WebhookEnabled':
      Object.assign(row, { status_changed: true, status: 'active', disabled_reason: null, disabled_at: null });
      return;
    case 'WebhookDeleted':
      row.deleted = true;
  }
}

function unchanged(id: string, workspaceId: string): ChangedEndpoint {
  return {
    id,
    workspace_id: workspaceId,
    version: 0,
    deleted: false,
    created_at: null,
    target_changed: false,
    url: '',
    description: null,
    events: [],
    status_changed: false,
    status: 'active',
    disabled_reason: null,
    disabled_at: null,
  };
}

/** Met erased in a rebuild alone, of an endpoint that is deleted a few events later. */
function targetOf(personal: Extract<WebhookEvent, { personal: unknown }>['personal']): WebhookTarget {
  return isErased(personal) ? { url: '', description: null } : personal;
}
