import type { NewEvent, Projector } from '@ci/event-store';
import type { Statement } from '@ci/database';
import type { CallEvent } from '../call/call.events.ts';
import { insertCalls, updateCalls } from './call-rows.sql.ts';
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
