import { recordset, type NewEvent, type Projector } from '@ci/event-store';
import type { Statement } from '@ci/database';
import type { CallEvent } from '../call/call.events.ts';
import { recordedColumnTypes } from './call-row.ts';
import { changedCallRows, type ChangedCallRow } from './changed-call-rows.ts';

/** Keeps the rows of calls; a statement for each kind of change, for one event as for thousands. A row knows the version of its stream. */
export const projectCallRow: Projector<CallEvent> = async (tx, events) => {
  const { deleted, changed } = changedCallRows(events);
  // First: another call may have taken over the external id.
  if (deleted.length > 0) await tx.query('DELETE FROM calls WHERE stream_id = ANY ($1::text[])', [deleted]);
  const recorded = changed.filter(isRecorded);
  if (recorded.length > 0) await tx.query(insertCalls, [JSON.stringify(recorded)]);
  const others = changed.filter((row) => !isRecorded(row));
  if (others.length > 0) await tx.query(updateCalls(others.length), [JSON.stringify(others)]);
};

/** The rows of calls that these events begin. */
export function recordedCallRows(events: readonly NewEvent<CallEvent>[]): Statement {
  return { text: insertCalls, values: [JSON.stringify(changedCallRows(events).changed)] };
}

/** The events begin with the recording, so that the row holds all there is. */
const isRecorded = ({ id }: ChangedCallRow): boolean => id !== undefined;

const columns = Object.keys(recordedColumnTypes).join(', ');
const typed = Object.entries(recordedColumnTypes).map(([column, type]) => `${column} ${type}`);

/** Without a join: one would be planned for far more rows than the one that is usual, and read all calls of the workspace. */
const insertCalls = `
  INSERT INTO calls AS t (id, stream_id, workspace_id, ${columns})
  SELECT id, stream_id, workspace_id, ${columns}
  FROM json_to_recordset($1::json) AS s (id text, stream_id text, workspace_id text, ${typed.join(', ')})
  ON CONFLICT (stream_id) DO UPDATE SET (${columns}) = ROW (${columns.replaceAll(/[a-z_]+/g, 'excluded.$&')})
  WHERE t.version < excluded.version`;

const updateCalls = (rows: number): string => `
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
