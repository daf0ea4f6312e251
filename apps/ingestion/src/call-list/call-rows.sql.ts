import { columnsOf } from '@ci/database';
import { recordset } from '@ci/event-store';
import { CallRow } from './call.entity.ts';

/** Written by hand: one statement for the events of any number of calls, guarded by the versions of their streams. */

const written = columnsOf(CallRow).filter(({ name }) => name !== 'outcome');
const columns = written.map(({ name }) => name);
const values = columns.filter((name) => !['id', 'stream_id', 'workspace_id'].includes(name));

/** Without a join: one would be planned for far more rows than the one that is usual, and read all calls of the workspace. */
export const insertCalls = `
  INSERT INTO calls AS t (${columns.join(', ')})
  SELECT ${columns.join(', ')}
  FROM json_to_recordset($1::json) AS s (${written.map(({ name, type }) => `${name} ${type}`).join(', ')})
  ON CONFLICT (stream_id) DO UPDATE SET (${values.join(', ')}) = ROW (${values.map((name) => `excluded.${name}`).join(', ')})
  WHERE t.version < excluded.version`;

export const updateCalls = (rows: number): string => `
  UPDATE calls AS t SET
    version = s.version,
    updated_at = s.updated_at,
    outcome_provided = CASE WHEN s.outcome_changed THEN s.outcome_provided ELSE t.outcome_provided END,
    title = CASE WHEN s.title_changed THEN s.title ELSE t.title END,
    analysis_status = CASE WHEN s.status_changed THEN s.analysis_status ELSE t.analysis_status END,
    revision = CASE WHEN s.status_changed THEN s.revision ELSE t.revision END,
    speaker_mapping = CASE WHEN s.sides_corrected THEN 'explicit' ELSE t.speaker_mapping END,
    coaching_score = CASE WHEN s.analysed THEN s.coaching_score ELSE t.coaching_score END,
    outcome_inferred = CASE WHEN s.analysed THEN s.outcome_inferred ELSE t.outcome_inferred END
  FROM ${recordset(
    rows,
    `stream_id text, version bigint, updated_at timestamptz,
    outcome_changed boolean, outcome_provided text,
    title_changed boolean, title text,
    status_changed boolean, analysis_status text, revision int,
    sides_corrected boolean,
    analysed boolean, coaching_score smallint, outcome_inferred text`,
  )} AS s
  WHERE t.stream_id = s.stream_id AND t.version < s.version`;
