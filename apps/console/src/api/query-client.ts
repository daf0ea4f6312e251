import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { pauseBeforeRetry, worthRetrying } from './retry.ts';
import { followSession } from './session-ended.ts';

// Before the browser draws: a checkbox would otherwise show its old state for a moment after each click.
notifyManager.setScheduler(queueMicrotask);

const onError = (error: Error): void => followSession(queryClient, error);

/** What has been read, kept for all pages. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { staleTime: 15_000, retry: worthRetrying, retryDelay: pauseBeforeRetry },
    mutations: { retry: false },
  },
});
