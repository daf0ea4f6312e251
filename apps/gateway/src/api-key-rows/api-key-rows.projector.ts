import { isErased } from '@ci/domain';
import type { Projector } from '@ci/event-store';
import type { ApiKeyEvent } from '../api-key/api-key.events.ts';

/** Keeps `api_keys`. `changed_at` is when the event was recorded: the database's clock, and the same in a rebuild. */
export const projectApiKeyRows: Projector<ApiKeyEvent> = (events) => {
  const created = events.flatMap(({ event, stream, recordedAt, metadata }) =>
    event.type === 'KeyCreated'
      ? [
          {
            id: event.data.keyId,
            workspace_id: stream.workspaceId,
            name: isErased(event.personal) ? '' : event.personal.name,
            scope: event.data.scope,
            created_at: event.data.createdAt,
            created_by: metadata.actor ?? null,
            changed_at: recordedAt,
          },
        ]
      : [],
  );
  const deleted = events.flatMap(({ event, stream, recordedAt }) =>
    event.type === 'KeyDeleted'
      ? [{ id: stream.id.slice('key-'.length), deleted_at: event.data.deletedAt, changed_at: recordedAt }]
      : [],
  );
  return [
    ...(created.length > 0 ? [{ text: insertKeys, values: [JSON.stringify(created)] }] : []),
    ...(deleted.length > 0 ? [{ text: markDeleted, values: [JSON.stringify(deleted)] }] : []),
  ];
};

const insertKeys = `
  INSERT INTO api_keys (id, workspace_id, name, scope, created_at, created_by, changed_at)
  SELECT id, workspace_id, name, scope, created_at, created_by, changed_at FROM json_to_recordset($1::json)
    AS key (id text, workspace_id text, name text, scope text, created_at timestamptz, created_by text, changed_at timestamptz)`;

const markDeleted = `
  UPDATE api_keys AS t SET deleted_at = s.deleted_at, changed_at = s.changed_at
  FROM json_to_recordset($1::json) AS s (id text, deleted_at timestamptz, changed_at timestamptz)
  WHERE t.id = s.id`;
