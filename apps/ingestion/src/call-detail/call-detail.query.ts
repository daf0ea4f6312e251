import type { CallDetail, SpeakerMapping } from '@ci/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { CallRef } from '../call/call-stream.ts';
import { callOfRow, listColumns, type CallRow } from '../call-list/call-row.ts';

/** A call as it is answered: the finished text of its JSON, and what changes when the text does. */
export interface CallAnswer {
  readonly json: string;
  readonly etag: string;
}

/** A call's row with its transcript. */
export interface DetailRow extends CallRow {
  readonly version: string;
  readonly rep_name: string | null;
  readonly rep_email: string | null;
  readonly prospect_name: string | null;
  readonly prospect_company: string | null;
  readonly timezone: string;
  readonly metadata: Record<string, string>;
  readonly speaker_mapping: SpeakerMapping | null;
  readonly segments: string;
}

/** Raised when the same row is answered in another form: entity tags of the old form must not match. */
const REPRESENTATION = 1;

/** A call with its transcript; undefined when the workspace has none of that id. */
export async function findCall(
  source: DataSource | EntityManager,
  { workspaceId, callId }: CallRef,
): Promise<CallAnswer | undefined> {
  const [row] = await source.query<DetailRow[]>(
    `SELECT ${listColumns}, version, rep_name, rep_email, prospect_name, prospect_company, timezone, metadata,
       speaker_mapping, (SELECT segments FROM call_transcripts WHERE call_id = calls.id) AS segments
     FROM calls WHERE id = $1 AND workspace_id = $2`,
    [callId, workspaceId],
  );
  return row === undefined ? undefined : callAnswerOf(row);
}

/** The answer that shows a row. */
export function callAnswerOf(row: DetailRow): CallAnswer {
  return { json: withTranscript(detailOf(row), row.segments), etag: `"${REPRESENTATION}.${row.id}.${row.version}"` };
}

/** Whether the workspace has the call. */
export async function callExists(dataSource: DataSource, { workspaceId, callId }: CallRef): Promise<boolean> {
  const rows = await dataSource.query<unknown[]>('SELECT 1 FROM calls WHERE id = $1 AND workspace_id = $2', [
    callId,
    workspaceId,
  ]);
  return rows.length > 0;
}

function detailOf(row: DetailRow): Omit<CallDetail, 'transcript'> {
  return {
    ...callOfRow(row),
    rep: { name: row.rep_name, email: row.rep_email },
    prospect: { email: row.prospect_email, name: row.prospect_name, company: row.prospect_company },
    timezone: row.timezone,
    metadata: row.metadata,
    speaker_mapping: row.speaker_mapping,
  };
}

/** Puts the stored text in its place as it is: 20,000 segments are neither parsed nor written again. */
function withTranscript(call: object, segments: string): string {
  return `${JSON.stringify(call).slice(0, -1)},"transcript":${segments}}`;
}
