import { selected } from '@ci/database';
import { listedProperties } from '../call-list/call-row.ts';
import { CallRow } from '../call-list/call.entity.ts';

/** What an answer shows of a call beside what a list shows. */
export const detailProperties = [
  ...listedProperties,
  'version',
  'repName',
  'repEmail',
  'prospectName',
  'prospectCompany',
  'timezone',
  'metadata',
  'speakerMapping',
] as const satisfies (keyof CallRow)[];

/** Written by hand: the most frequent request of all. A query builder would make the same text each time. */
export const selectCall = `
  SELECT ${selected(CallRow, 'call', detailProperties)},
         (SELECT segments FROM call_transcripts WHERE call_id = call.id) AS segments
  FROM calls call
  WHERE call.id = $1 AND call.workspace_id = $2 AND ($3::text[] IS NULL OR call.rep_id = ANY ($3::text[]))`;
