import type { Page } from '@ci/client/browser';
import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

interface PageRequest {
  /** Absent for the first page. */
  readonly cursor?: string;
  readonly signal: AbortSignal;
}

/**
 * A list of the API, page after page, for `useInfiniteQuery`:
 * `endless(['calls', filters], ({ cursor, signal }) => answerOf(apiV1.GET('/calls', { params: { query: { ...filters, ...(cursor && { cursor }) } }, signal })))`.
 */
export function endless<Item>(queryKey: QueryKey, fetchPage: (request: PageRequest) => Promise<Page<Item>>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam === null ? { signal } : { cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}
