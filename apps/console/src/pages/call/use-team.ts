import { answerOf, type Resource } from '@ci/client/browser';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { apiV1 } from '../../api/api-v1.ts';
import { texts } from '../../texts/texts.ts';
import { callKey } from '../../api/call-key.ts';
import type { CallDetail } from './call.query.ts';
import { exampleCalls, type CallCoaching } from './coaching-advice.ts';

type Call = Resource<'Call'>;

/** One page of the list, and as many reads as a page of a browser makes without a pause. */
const comparedWith = 100;
const lookedThrough = 6;
const keptForMs = 5 * 60_000;

/** The latest calls, for comparison: kept for some minutes, because one call more changes little. */
const latestCallsQuery = queryOptions({
  queryKey: ['calls', 'team'],
  queryFn: ({ signal }) => answerOf(apiV1.GET('/calls', { params: { query: { limit: comparedWith } }, signal })),
  staleTime: keptForMs,
  select: ({ data }) => data,
});

interface Team {
  readonly calls: readonly Call[];
  readonly isRead: boolean;
}

/** The calls that a score is compared with: those of the same page that the list shows. */
export function useTeam(call: CallDetail): Team {
  const query = useQuery({ ...latestCallsQuery, queryKey: [...latestCallsQuery.queryKey, call.updated_at] });
  return { calls: query.data ?? [], isRead: query.data !== undefined };
}

interface Examples {
  readonly coachings: readonly CallCoaching[];
  readonly names: ReadonlyMap<string, string>;
  readonly isRead: boolean;
}

/** How the best other calls were coached. One that cannot be read is left out. */
export function useExamples(call: CallDetail): Examples {
  const team = useTeam(call);
  const best = exampleCalls(call, team.calls, lookedThrough);
  const { coachings, isRead } = useQueries({
    queries: best.map(({ id, updated_at }) => ({
      queryKey: [...callKey(id), 'coaching', updated_at],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        answerOf(apiV1.GET('/calls/{id}/coaching', { params: { path: { id } }, signal })),
      staleTime: keptForMs,
    })),
    combine: (results) => ({
      coachings: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
      isRead: results.every(({ isPending }) => !isPending),
    }),
  });
  const names = new Map(
    best.map(({ id, title, prospect_email }) => [id, title ?? prospect_email ?? texts.calls.noProspect]),
  );
  return { coachings, names, isRead: team.isRead && isRead };
}
