import { answerOf, type Resource } from '@ci/client/browser';
import { keepPreviousData, queryOptions, skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { apiV1 } from '../api/api-v1.ts';

type Call = Pick<Resource<'Call'>, 'id' | 'rep_id' | 'duration_seconds'>;

const keptForMs = 10 * 60_000;
/** As many reps as are looked up; the others are shown by their id. */
const mostReps = 12;

/** The contacts that appeared last, for their names: one request. `asOf` is when the calls changed: a new one may bring a new contact. */
const contactNamesQuery = (asOf: string) =>
  queryOptions({
    queryKey: ['contacts', 'names', asOf],
    queryFn:
      asOf === ''
        ? skipToken
        : ({ signal }) => answerOf(apiV1.GET('/contacts', { params: { query: { limit: 100 } }, signal })),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    select: ({ data }) => new Map(data.map((contact) => [contact.email, contact])),
  });

export interface People {
  /** The name that the calls give a rep, else the id. */
  readonly repName: (repId: string) => string;
  /** Name and company of a prospect, else the address; null where the call names none. */
  readonly prospectName: (email: string | null) => string | null;
}

/** Names for what a list of calls holds as ids and addresses. */
export function usePeople(calls: readonly Resource<'Call'>[]): People {
  const repName = useRepNames(calls);
  const asOf = calls.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), '');
  const { data: contacts } = useQuery(contactNamesQuery(asOf));
  return {
    repName,
    prospectName: (email) => {
      const contact = email === null ? undefined : contacts?.get(email);
      if (contact === undefined) return email;
      return [contact.name ?? email, contact.company].filter((part) => part !== null).join(', ');
    },
  };
}

/** A list has no names of reps: the shortest call of each rep is read for its name. */
export function useRepNames(calls: readonly Call[]): People['repName'] {
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
  return (repId) => names.get(repId) ?? repId;
}

function shortestOfReps(calls: readonly Call[]): readonly Call[] {
  const shortest = new Map<string, Call>();
  for (const call of calls) {
    const known = shortest.get(call.rep_id);
    if (known === undefined || call.duration_seconds < known.duration_seconds) shortest.set(call.rep_id, call);
  }
  return [...shortest.values()].slice(0, mostReps);
}
