import type { SubscribableEventType } from '@ci/contracts';
import { isErased } from '@ci/domain';
import type { Projector, StoredEvent } from '@ci/event-store';
import type { DisabledReason, WebhookEvent, WebhookTarget } from '../webhook-endpoint/webhook.events.ts';

/** Writes the rows of endpoints, inline; one statement, for one event as for thousands. Each row is of one stream and carries its version. */
export const projectEndpoint: Projector<WebhookEvent> = async (tx, events) => {
  const rows = new Map<string, ChangedEndpoint>();
  for (const stored of events) apply(rows, stored);
  if (rows.size > 0) await tx.query(mergeEndpoints, [JSON.stringify([...rows.values()])]);
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

function apply(rows: Map<string, ChangedEndpoint>, { event, stream, version }: StoredEvent<WebhookEvent>): void {
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

const mergeEndpoints = `
  MERGE INTO webhook_endpoints AS t
  USING json_to_recordset($1::json) AS s (
    id text, workspace_id text, version bigint, deleted boolean, created_at timestamptz,
    target_changed boolean, url text, description text, events text[],
    status_changed boolean, status text, disabled_reason text, disabled_at timestamptz
  ) ON t.id = s.id
  WHEN MATCHED AND s.deleted THEN DELETE
  WHEN MATCHED AND t.version < s.version THEN UPDATE SET
    version = s.version,
    url = CASE WHEN s.target_changed THEN s.url ELSE t.url END,
    description = CASE WHEN s.target_changed THEN s.description ELSE t.description END,
    events = CASE WHEN s.target_changed THEN s.events ELSE t.events END,
    status = CASE WHEN s.status_changed THEN s.status ELSE t.status END,
    disabled_reason = CASE WHEN s.status_changed THEN s.disabled_reason ELSE t.disabled_reason END,
    disabled_at = CASE WHEN s.status_changed THEN s.disabled_at ELSE t.disabled_at END
  WHEN NOT MATCHED AND s.created_at IS NOT NULL AND NOT s.deleted THEN INSERT
    (id, workspace_id, url, description, events, status, disabled_reason, disabled_at, created_at, version)
    VALUES (s.id, s.workspace_id, s.url, s.description, s.events, s.status, s.disabled_reason, s.disabled_at, s.created_at, s.version)`;
