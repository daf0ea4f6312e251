import { recordset } from '@ci/event-store';

/** Written by hand, as what follows: one statement for the events of any number of contacts, guarded by the versions of their streams. */
export const mergeCalls = (rows: number): string => `
  MERGE INTO contact_calls AS t
  USING ${recordset(
    rows,
    `stream_id text, call_id text, workspace_id text, version bigint, gone boolean,
    joined boolean, created_at timestamptz, duration_seconds int, rep_id text,
    analysed boolean, coaching_score int, inferred_outcome text,
    provided boolean, provided_outcome text`,
  )} AS s ON t.stream_id = s.stream_id AND t.call_id = s.call_id
  WHEN MATCHED AND t.version < s.version AND s.gone THEN DELETE
  WHEN MATCHED AND t.version < s.version THEN UPDATE SET
    version = s.version,
    created_at = CASE WHEN s.joined THEN s.created_at ELSE t.created_at END,
    duration_seconds = CASE WHEN s.joined THEN s.duration_seconds ELSE t.duration_seconds END,
    rep_id = CASE WHEN s.joined THEN s.rep_id ELSE t.rep_id END,
    coaching_score = CASE WHEN s.analysed THEN s.coaching_score ELSE t.coaching_score END,
    inferred_outcome = CASE WHEN s.analysed THEN s.inferred_outcome ELSE t.inferred_outcome END,
    provided_outcome = CASE WHEN s.provided THEN s.provided_outcome ELSE t.provided_outcome END
  WHEN NOT MATCHED AND NOT s.gone THEN INSERT
    (stream_id, call_id, workspace_id, version, created_at, duration_seconds, rep_id, coaching_score, inferred_outcome, provided_outcome)
    VALUES (s.stream_id, s.call_id, s.workspace_id, s.version, s.created_at, s.duration_seconds, s.rep_id, s.coaching_score,
      s.inferred_outcome, s.provided_outcome)`;

/** The call that left may have been the last one, or may never have joined: then the history is counted. */
export const mergeContacts = (rows: number): string => `
  MERGE INTO contacts AS t
  USING (
    SELECT change.*, history.calls, history.last_at
    FROM ${recordset(
      rows,
      `stream_id text, workspace_id text, version bigint, forgotten boolean,
      contact_id text, email text, registered_at timestamptz,
      name text, company text, joined int, last_joined timestamptz, recount boolean`,
    )} AS change
    LEFT JOIN LATERAL (
      SELECT count(created_at) AS calls, max(created_at) AS last_at FROM contact_calls
      WHERE change.recount AND contact_calls.stream_id = change.stream_id
    ) AS history ON true
  ) AS s ON t.stream_id = s.stream_id
  WHEN MATCHED AND t.version < s.version AND s.forgotten AND s.contact_id IS NULL THEN DELETE
  WHEN MATCHED AND t.version < s.version AND s.forgotten THEN UPDATE SET
    version = s.version, id = s.contact_id, email = s.email, created_at = s.registered_at, name = s.name, company = s.company,
    call_count = s.calls, last_call_at = s.last_at
  WHEN MATCHED AND t.version < s.version THEN UPDATE SET
    version = s.version,
    name = coalesce(t.name, s.name),
    company = coalesce(t.company, s.company),
    call_count = CASE WHEN s.recount THEN s.calls ELSE t.call_count + s.joined END,
    last_call_at = CASE WHEN s.recount THEN s.last_at ELSE greatest(t.last_call_at, s.last_joined) END
  WHEN NOT MATCHED AND s.contact_id IS NOT NULL THEN INSERT
    (stream_id, id, workspace_id, version, email, name, company, call_count, last_call_at, created_at)
    VALUES (s.stream_id, s.contact_id, s.workspace_id, s.version, s.email, s.name, s.company,
      CASE WHEN s.recount THEN s.calls ELSE s.joined END, CASE WHEN s.recount THEN s.last_at ELSE s.last_joined END, s.registered_at)`;
