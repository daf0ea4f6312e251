import { answerOf, type Resource } from '@ci/client/browser';
import { keepPreviousData, queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { apiV1 } from '../../api/api-v1.ts';
import { callKey } from '../../api/call-key.ts';

export type CallDetail = Resource<'CallDetail'>;

const whileAnalysingMs = 2_000;

/** A call with its transcript. While it is being analysed it is asked for again and again: what has not changed is a 304 without a body. */
export function callQuery(id: string) {
  return queryOptions({
    queryKey: callKey(id),
    queryFn: ({ signal }): Promise<CallDetail> =>
      answerOf(apiV1.GET('/calls/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.analysis_status === 'pending' ? whileAnalysingMs : false),
  });
}

/**
 * Whether there is something to read: a score comes with the first summary, and neither a new analysis nor its failure takes the earlier
 * one away. Asking before would be answered with 404.
 */
export function isAnalysed({ analysis_status, coaching_score }: CallDetail): boolean {
  return analysis_status === 'ready' || coaching_score !== null;
}

/** The newest summary of a call, read again when the call has changed. */
export function summaryQuery(call: CallDetail) {
  const { id } = call;
  return queryOptions({
    queryKey: [...callKey(id), 'summary', call.updated_at],
    queryFn: isAnalysed(call)
      ? ({ signal }) => answerOf(apiV1.GET('/calls/{id}/summary', { params: { path: { id } }, signal }))
      : skipToken,
    placeholderData: keepPreviousData,
  });
}

/** What the score is made of. */
export function coachingQuery(call: CallDetail) {
  const { id } = call;
  return queryOptions({
    queryKey: [...callKey(id), 'coaching', call.updated_at],
    queryFn: isAnalysed(call)
      ? ({ signal }) => answerOf(apiV1.GET('/calls/{id}/coaching', { params: { path: { id } }, signal }))
      : skipToken,
    placeholderData: keepPreviousData,
  });
}

export function actionItemsQuery(call: CallDetail) {
  const { id } = call;
  return queryOptions({
    queryKey: [...callKey(id), 'action-items', call.updated_at],
    queryFn: isAnalysed(call)
      ? ({ signal }) => answerOf(apiV1.GET('/calls/{id}/action-items', { params: { path: { id } }, signal }))
      : skipToken,
    placeholderData: keepPreviousData,
  });
}

/** The contact of the prospect: it appears a moment after its first call. */
export function contactQuery({ prospect: { email }, updated_at }: CallDetail) {
  return queryOptions({
    queryKey: ['contacts', 'of', email, updated_at],
    queryFn:
      email === null
        ? skipToken
        : ({ signal }) => answerOf(apiV1.GET('/contacts', { params: { query: { email, limit: 1 } }, signal })),
    refetchInterval: ({ state }) => (state.data?.data.length === 0 && isRecent(updated_at) ? whileAnalysingMs : false),
    placeholderData: keepPreviousData,
  });
}

function isRecent(instant: string): boolean {
  return Math.abs(Date.now() - Date.parse(instant)) < 60_000;
}

/** The call is as this answer says; lists that show it are read again. */
export function callChanged(queries: QueryClient, call: CallDetail): void {
  queries.setQueryData(callKey(call.id), call);
  void queries.invalidateQueries({ queryKey: ['calls', 'list'] });
}

/** The call is gone, and with it what other pages show of it. */
export function callDeleted(queries: QueryClient, id: string): void {
  queries.removeQueries({ queryKey: callKey(id) });
  for (const list of [['calls', 'list'], ['contacts'], ['action-items']]) {
    void queries.invalidateQueries({ queryKey: list });
  }
}
