import { rowOf } from '@ci/database';
import { isErased } from '@ci/domain';
import type { NewEvent } from '@ci/event-store';
import type { AnswerHead, HttpAnswer } from '@ci/http';
import type { DataSource, EntityManager } from 'typeorm';
import type { CallEvent, CallRecorded } from '../call/call.events.ts';
import { CallRow } from '../call-list/call.entity.ts';
import { changedCallRows } from '../call-list/changed-call-rows.ts';
import type { CallRef } from '../call/call-stream.ts';
import { callAnswerOf, findCall, type CallAnswer } from './call-detail.query.ts';
import { transcriptJson } from './call-transcript.projector.ts';

/** An answer that shows a call which was just written or found. */
export async function callAnswer(
  source: DataSource | EntityManager,
  ref: CallRef,
  status: number,
): Promise<HttpAnswer> {
  const call = await findCall(source, { ...ref, reps: undefined });
  if (call === undefined) throw new Error('the call that was just written is not there');
  return answerWith(call, ref, status);
}

/** The same, saying where the call is. */
export async function locatedCallAnswer(
  source: DataSource | EntityManager,
  ref: CallRef,
  status: number,
): Promise<HttpAnswer> {
  return located(await callAnswer(source, ref, status), ref);
}

/** The answer to a call that was just recorded, made of what was stored: what a later GET reads from the rows that the same events wrote. */
export function recordedCallAnswer(stored: readonly NewEvent<CallEvent>[], ref: CallRef): HttpAnswer {
  const [row] = changedCallRows(stored).changed;
  const recorded = stored.find(({ event }) => event.type === 'CallRecorded')?.event as CallRecorded | undefined;
  if (row?.id === undefined || recorded === undefined || isErased(recorded.personal)) {
    throw new Error('no call was recorded');
  }
  const call = callAnswerOf({
    ...rowOf(CallRow, row),
    createdAt: new Date(recorded.data.started_at),
    updatedAt: new Date(row.updated_at),
    version: String(row.version),
    segments: transcriptJson(recorded.personal.transcript),
  });
  return { ...recordedCallHead(ref), body: call.json };
}

/** The same answer but for its body: known before the call is recorded. */
export function recordedCallHead(ref: CallRef): AnswerHead {
  return located(headOf(ref, 201), ref);
}

function answerWith({ json }: CallAnswer, ref: CallRef, status: number): HttpAnswer {
  return { ...headOf(ref, status), body: json };
}

function headOf({ callId }: CallRef, status: number): AnswerHead {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, resourceId: callId };
}

function located<Answer extends AnswerHead>(answer: Answer, { callId }: CallRef): Answer {
  return { ...answer, headers: { ...answer.headers, location: `/v1/calls/${callId}` } };
}
