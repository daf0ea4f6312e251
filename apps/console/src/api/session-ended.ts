import { ApiError } from '@ci/client/browser';
import type { SessionAnswer } from '@ci/contracts/console';
import type { QueryClient } from '@tanstack/react-query';

/** Where the session lies among what has been read. */
export const sessionKey = ['session'] as const;

/**
 * The one place that hears of a session that ended elsewhere: what knows of it (`app/frame.tsx`) goes to the sign-in page and comes back
 * afterwards. Signing in with a wrong password answers 401 as well, when there is no session that could end.
 */
export function followSession(queries: QueryClient, error: Error): void {
  if (!(error instanceof ApiError) || !queries.getQueryData<SessionAnswer>(sessionKey)?.session) return;
  if (error.status === 401) queries.setQueryData<SessionAnswer>(sessionKey, { session: null });
  // The role is another one by now, or there was a new sign-in in another tab.
  if (error.status === 403) void queries.invalidateQueries({ queryKey: sessionKey });
}

/** Whether a refusal is about a new session that was begun elsewhere: the page carries the token of the one before. */
export function isOfAnotherSession(error: ApiError): boolean {
  return error.code === 'session_changed';
}
