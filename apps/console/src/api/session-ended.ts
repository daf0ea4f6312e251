import { ApiError } from '@ci/client/browser';
import type { SessionAnswer } from '@ci/contracts/console';
import type { QueryClient } from '@tanstack/react-query';

/** Where the session lies among what has been read. */
export const sessionKey = ['session'] as const;

/**
 * The one place that hears of a session that ended elsewhere: what knows of it (`app/router.tsx`) goes to the sign-in page and comes back
 * afterwards. Signing in with a wrong password answers 401 as well, when there is no session that could end.
 */
export function forgetSessionWhenEnded(queries: QueryClient, error: Error): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  const known = queries.getQueryData<SessionAnswer>(sessionKey);
  if (known?.session) queries.setQueryData(sessionKey, { session: null });
}
