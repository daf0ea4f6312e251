import type { Projector } from '@ci/event-store';
import type { CallEvent } from '../call/call.events.ts';
import { changedCallRows } from './changed-call-rows.ts';

/** Keeps the rows of calls; one or two statements, for one event as for thousands. A row knows the version of its stream. */
export const projectCallRow: Projector<CallEvent> = async (tx, events) => {
  const { deleted, changed } = changedCallRows(events);
  // First: another call may have taken over the external id.
  if (deleted.length > 0) await tx.query('DELETE FROM calls WHERE stream_id = ANY ($1::text[])', [deleted]);
  if (changed.length > 0) await tx.query(mergeCalls, [JSON.stringify(changed)]);
};

const recordedColumns = `created_at, duration_seconds, rep_id, rep_name, rep_email, prospect_email, prospect_name,
    prospect_company, outcome_provided, outcome_inferred, coaching_score, analysis_status, revision, title, external_id, source,
    timezone, metadata, speaker_mapping, content_hash`;

const mergeCalls = `
  MERGE INTO calls AS t
  USING json_to_recordset($1::json) AS s (
    stream_id text, workspace_id text, version bigint, updated_at timestamptz,
    id text, created_at timestamptz, duration_seconds int, rep_id text, rep_name text, rep_email text, prospect_email text,
    prospect_name text, prospect_company text, external_id text, source text, timezone text, metadata json,
    speaker_mapping text, content_hash bytea,
    outcome_changed boolean, outcome_provided text,
    title_changed boolean, title text,
    status_changed boolean, analysis_status text, revision int,
    analysed boolean, coaching_score smallint, outcome_inferred text
  ) ON t.stream_id = s.stream_id
  WHEN MATCHED AND t.version < s.version THEN UPDATE SET
    version = s.version,
    updated_at = s.updated_at,
    outcome_provided = CASE WHEN s.outcome_changed THEN s.outcome_provided ELSE t.outcome_provided END,
    title = CASE WHEN s.title_changed THEN s.title ELSE t.title END,
    analysis_status = CASE WHEN s.status_changed THEN s.analysis_status ELSE t.analysis_status END,
    revision = CASE WHEN s.status_changed THEN s.revision ELSE t.revision END,
    coaching_score = CASE WHEN s.analysed THEN s.coaching_score ELSE t.coaching_score END,
    outcome_inferred = CASE WHEN s.analysed THEN s.outcome_inferred ELSE t.outcome_inferred END
  WHEN NOT MATCHED AND s.id IS NOT NULL THEN INSERT
    (id, stream_id, workspace_id, version, updated_at, ${recordedColumns})
    VALUES (s.id, s.stream_id, s.workspace_id, s.version, s.updated_at, ${recordedColumns.replaceAll(/[a-z_]+/g, 's.$&')})`;
