import { answerOf, type Resource } from '@ci/client/browser';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { apiV1 } from '../api/api-v1.ts';

type Call = Pick<Resource<'Call'>, 'id' | 'rep_id' | 'duration_seconds'>;

const keptForMs = 10 * 60_000;
/** As many reps as are looked up; the others are shown by their id. */
const mostReps = 12;

/** The contacts that appeared last, for their names: one request. */
const contactNamesQuery = queryOptions({
  queryKey: ['contacts', 'names'],
  queryFn: ({ signal }) => answerOf(apiV1.GET('/contacts', { params: { query: { limit: 100 } }, signal })),
  staleTime: 60_000,
  select: ({ data }) => new Map(data.map((contact) => [contact.email, contact])),
});

export interface People {
  /** The name that the calls give a rep, else the id. */
  readonly repName: (repId: string) => string;
  /** Name and company of a prospect, else the address; null where the call names none. */
  readonly prospectName: (email: string | null) => string | null;
}

/** Names for what a list of calls holds as ids and addresses. A list has no names of reps: the shortest call of each rep is read for it. */
export function usePeople(calls: readonly Call[]): People {
  const { data: contacts } = useQuery(contactNamesQuery);
  const names = useQueries({
    queries: shortestOfReps(calls).map(({ id, rep_id }) => ({
      queryKey: ['reps', rep_id],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const { rep } = await answerOf(apiV1.GET('/calls/{id}', { params: { path: { id } }, signal }));
        return { repId: rep_id, name: rep.name };
      },
      staleTime: keptForMs,
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }) => (data === undefined || data.name === null ? [] : [[data.repId, data.name]])),
      ),
  });
  return {
    repName: (repId) => names.get(repId) ?? repId,
    prospectName: (email) => {
      const contact = email === null ? undefined : contacts?.get(email);
      return contact === undefined
        ? email
        : [contact.name ?? email, contact.company].filter((part) => part !== null).join(', ');
    },
  };
}

function shortestOfReps(calls: readonly Call[]): readonly Call[] {
  const shortest = new Map<string, Call>();
  for (const call of calls) {
    const known = shortest.get(call.rep_id);
    if (known === undefined || call.duration_seconds < known.duration_seconds) shortest.set(call.rep_id, call);
  }
  return [...shortest.values()].slice(0, mostReps);
}
