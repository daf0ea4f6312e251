import { queryOptions, useSuspenseQuery, type Query, type QueryClient } from '@tanstack/react-query';
import type { ConsoleSession, SessionAnswer } from '@ci/contracts/console';
import { reachOf, type OperationId } from '@ci/contracts/console-access';
import { consoleApi } from '../api/console-api.ts';
import { sessionKey } from '../api/session-ended.ts';

/** Who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal, client }) => {
    const before = client.getQueryData<SessionAnswer>(sessionKey)?.session;
    const answer = await consoleApi.session(signal);
    // Another member signed in, in another tab: what was read was for the one before.
    if (before && before.member.id !== answer.session?.member.id) void client.resetQueries({ predicate: isNotSession });
    return answer;
  },
  // It ends by signing out or with the first answer that says so.
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The session of a page that only a signed-in member sees. */
export function useSession(): ConsoleSession {
  const { session } = useSuspenseQuery(sessionQuery).data;
  if (session === null) throw new Error('This page is for members who are signed in.');
  return session;
}

/** Whether the one who is signed in may change what belongs to the workspace. */
export function useIsOwner(): boolean {
  return useSession().member.role === 'owner';
}

/** Whether the one who is signed in may do this at all. On which calls is known to the services alone. */
export function useMay(operation: OperationId): boolean {
  const { role, rep_ids } = useSession().member;
  const reach = reachOf(role, operation);
  return reach === 'all' || (reach === 'own' && rep_ids.length > 0);
}

/** A member signed in or out: what was read before belongs to the session before. */
export function startSession(queries: QueryClient, answer: SessionAnswer): void {
  queries.removeQueries({ predicate: isNotSession });
  queries.setQueryData(sessionQuery.queryKey, answer);
}

function isNotSession({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return queryKey[0] !== sessionKey[0];
}
