/** Written by hand: one statement for the events of any number of endpoints, guarded by the versions of their streams. */
export const mergeEndpoints = `
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
