import type { HttpAnswer } from '@ci/platform';
import type { DataSource, EntityManager } from 'typeorm';
import type { CallRef } from '../handle-command/call.command-handler.ts';
import { findCall } from './call-detail.query.ts';

/** An answer that shows a call which was just written or found. */
export async function callAnswer(
  source: DataSource | EntityManager,
  ref: CallRef,
  status: number,
): Promise<HttpAnswer> {
  const call = await findCall(source, ref);
  if (call === undefined) throw new Error('the call that was just written is not there');
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body: call.json, resourceId: ref.callId };
}

/** The same, saying where the call is. */
export async function locatedCallAnswer(
  source: DataSource | EntityManager,
  ref: CallRef,
  status: number,
): Promise<HttpAnswer> {
  const answer = await callAnswer(source, ref, status);
  return { ...answer, headers: { ...answer.headers, location: `/v1/calls/${ref.callId}` } };
}
