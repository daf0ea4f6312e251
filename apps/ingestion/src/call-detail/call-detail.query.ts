import { createHash } from 'node:crypto';
import type { CallDetail } from '@ci/contracts';
import { notFound } from '@ci/domain';
import { visibleReps, type Caller } from '@ci/security';
import { Any, type DataSource, type EntityManager } from 'typeorm';
import type { CallRef } from '../call/call-stream.ts';
import { callOfRow } from '../call-list/call-row.ts';
import { CallRow } from '../call-list/call.entity.ts';
import { detailProperties, selectCall } from './call-detail.sql.ts';

/** A call as it is answered: the finished text of its JSON, and what changes when the text does. */
export interface CallAnswer {
  readonly json: string;
  readonly etag: string;
}

/** A call's row with its transcript. */
export type DetailRow = Pick<CallRow, (typeof detailProperties)[number]> & { readonly segments: string };

/** Part of the entity tag: tags of another form must not match. Raise the number when the same properties are shown differently. */
export const representationOf = (properties: readonly string[]): string =>
  createHash('sha256').update(`1 ${properties.join()}`).digest('hex').slice(0, 8);
const REPRESENTATION = representationOf(detailProperties);

/** A call, and for whom: undefined reps are those of all. */
export interface VisibleCall extends CallRef {
  readonly reps: readonly string[] | undefined;
}

/** The call of a path, as far as the caller may see it. */
export function visibleCall(caller: Caller, callId: string): VisibleCall {
  return { workspaceId: caller.workspace.id, callId, reps: visibleReps(caller) };
}

/** A call with its transcript; undefined when the workspace has none of that id, or none of these reps. */
export async function findCall(
  source: DataSource | EntityManager,
  { workspaceId, callId, reps }: VisibleCall,
): Promise<CallAnswer | undefined> {
  const [row] = await source.query<DetailRow[]>(selectCall, [callId, workspaceId, reps ?? null]);
  return row === undefined ? undefined : callAnswerOf(row);
}

/** Before a write: who may see all calls learns from the call's own stream whether it exists. */
export async function assertChangeable(source: DataSource | EntityManager, call: VisibleCall): Promise<void> {
  if (call.reps !== undefined) await assertVisible(source, call);
}

/** The answer that shows a row. */
export function callAnswerOf(row: DetailRow): CallAnswer {
  return { json: withTranscript(detailOf(row), row.segments), etag: `"${REPRESENTATION}.${row.id}.${row.version}"` };
}

/** Rejects unless the workspace has the call, of one of these reps. */
export async function assertVisible(
  source: DataSource | EntityManager,
  { workspaceId, callId, reps }: VisibleCall,
): Promise<void> {
  const ofReps = reps === undefined ? {} : { repId: Any(reps) };
  if (!(await source.getRepository(CallRow).existsBy({ id: callId, workspaceId, ...ofReps }))) throw notFound();
}

function detailOf(row: DetailRow): Omit<CallDetail, 'transcript'> {
  return {
    ...callOfRow(row),
    rep: { name: row.repName, email: row.repEmail },
    prospect: { email: row.prospectEmail, name: row.prospectName, company: row.prospectCompany },
    timezone: row.timezone,
    metadata: row.metadata,
    speaker_mapping: row.speakerMapping,
  };
}

/** Puts the stored text in its place as it is: 20,000 segments are neither parsed nor written again. */
function withTranscript(call: object, segments: string): string {
  return `${JSON.stringify(call).slice(0, -1)},"transcript":${segments}}`;
}
