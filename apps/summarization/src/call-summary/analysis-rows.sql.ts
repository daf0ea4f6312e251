import { recordset } from '@ci/event-store';

/** Written by hand: one statement for the events of any number of calls, guarded by the versions of their streams. */
export const mergeAnalyses = (rows: number): string => `
  MERGE INTO analyses AS t
  USING ${recordset(
    rows,
    `call_id text, workspace_id text, version bigint, forgotten boolean,
    requested int, status text, ended int, ended_status text, summary text, coaching text, rep_id text, prospect text`,
  )} AS s ON t.call_id = s.call_id
  WHEN MATCHED AND s.forgotten THEN DELETE
  WHEN MATCHED AND t.version < s.version THEN UPDATE SET
    version = s.version,
    requested_revision = coalesce(s.requested, t.requested_revision),
    status = CASE WHEN s.status IS NOT NULL THEN s.status WHEN t.requested_revision = s.ended THEN s.ended_status ELSE t.status END,
    summary = coalesce(s.summary, t.summary),
    coaching = CASE WHEN s.summary IS NULL THEN t.coaching ELSE s.coaching END,
    rep_id = coalesce(s.rep_id, t.rep_id),
    prospect = coalesce(s.prospect, t.prospect)
  WHEN NOT MATCHED AND s.requested IS NOT NULL AND NOT s.forgotten THEN INSERT
    (call_id, workspace_id, version, requested_revision, status, summary, coaching, rep_id, prospect)
    VALUES (s.call_id, s.workspace_id, s.version, s.requested, s.status, s.summary, s.coaching, s.rep_id, s.prospect)`;
