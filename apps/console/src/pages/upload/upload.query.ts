import { answerOf, type Resource } from '@ci/client/browser';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiV1 } from '../../api/api-v1.ts';
import type { ImportQuery } from './upload-request.ts';

type Recorded = Resource<'CallDetail'>;

/** A file that was chosen; `id` tells it from another of the same name. */
export interface ChosenFile {
  readonly id: string;
  readonly file: File;
}

/** What would be recorded. */
export const previewOf = ({ id, file }: ChosenFile, query: ImportQuery) =>
  queryOptions({
    queryKey: ['import-preview', id, query],
    queryFn: async ({ signal }) => {
      const answer = await answerOf(send(file, query, { signal }));
      if (!('import' in answer)) throw new Error('A dry run recorded a call.');
      return answer;
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });

/** Records the call. The same key again has no second effect. */
export async function recordCall(file: File, query: ImportQuery, idempotencyKey: string): Promise<Recorded> {
  const answer = await answerOf(send(file, query, { headers: { 'idempotency-key': idempotencyKey } }));
  if ('import' in answer) throw new Error('The call was only tried.');
  return answer;
}

function send(file: File, query: ImportQuery, init: { signal?: AbortSignal; headers?: Record<string, string> }) {
  return apiV1.POST('/calls/import', {
    params: { query },
    body: '',
    bodySerializer: () => file,
    ...init,
    headers: { ...init.headers, 'content-type': 'application/octet-stream' },
  });
}

/** The reps of the newest calls, to choose from. */
export const knownRepsQuery = queryOptions({
  queryKey: ['calls', 'reps'],
  queryFn: async ({ signal }) => {
    const { data } = await answerOf(apiV1.GET('/calls', { params: { query: { limit: 100 } }, signal }));
    return [...new Set(data.map(({ rep_id }) => rep_id))].toSorted();
  },
  staleTime: 5 * 60_000,
});
