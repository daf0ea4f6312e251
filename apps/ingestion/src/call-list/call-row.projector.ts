import type { Projector } from '@ci/event-store';
import type { CallEvent } from '../call/call.events.ts';
import { insertCalls, updateCalls } from './call-rows.sql.ts';
import { changedCallRows, type ChangedCallRow } from './changed-call-rows.ts';

/** Keeps the rows of calls; a statement for each kind of change, for one event as for thousands. A row knows the version of its stream. */
export const projectCallRow: Projector<CallEvent> = (events) => {
  const { deleted, changed } = changedCallRows(events);
  const recorded = changed.filter(isRecorded);
  const others = changed.filter((row) => !isRecorded(row));
  return [
    // First: another call may have taken over the external id.
    ...(deleted.length > 0 ? [{ text: deleteCalls, values: [deleted] }] : []),
    ...(recorded.length > 0 ? [{ text: insertCalls, values: [JSON.stringify(recorded)] }] : []),
    ...(others.length > 0 ? [{ text: updateCalls(others.length), values: [JSON.stringify(others)] }] : []),
  ];
};

const deleteCalls = 'DELETE FROM calls WHERE stream_id = ANY ($1::text[])';

/** The events begin with the recording, so that the row holds all there is. */
const isRecorded = ({ id }: ChangedCallRow): boolean => id !== undefined;
