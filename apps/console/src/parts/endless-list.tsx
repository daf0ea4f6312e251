import { Button, Center, Loader, Stack, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { Page } from '@ci/client/browser';
import { texts } from '../texts/texts.ts';
import { ErrorState } from './error-state.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { RowsSkeleton } from './skeletons.tsx';

interface EndlessListProps<Item> {
  /** Of `useInfiniteQuery(endless(…))`. */
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  readonly skeleton?: ReactNode;
  /** What is said when there is nothing at all. */
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list that fetches its next page as its end comes into sight; a button does the same for the keyboard. */
export function EndlessList<Item>({ query, skeleton = <RowsSkeleton />, empty, children }: EndlessListProps<Item>) {
  if (query.data === undefined)
    return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : skeleton;
  const items = query.data.pages.flatMap(({ data }) => data);
  if (items.length === 0) return empty;
  return (
    <>
      {children(items)}
      <ListEnd query={query} />
    </>
  );
}

function ListEnd<Item>({ query }: Pick<EndlessListProps<Item>, 'query'>) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, error } = query;
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const inSight = entry?.isIntersecting === true;
  const ready = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (inSight && ready) void fetchNextPage();
  }, [inSight, ready, fetchNextPage]);

  if (!hasNextPage) return null;
  return (
    <Stack ref={ref} gap="sm" p="md" align="center">
      {isFetchNextPageError && <FailureAlert error={error} />}
      {isFetchingNextPage ? (
        <Center role="status" style={{ gap: '0.5rem' }}>
          <Loader size="sm" aria-hidden />
          <Text size="sm" c="dimmed">
            {texts.shared.loadingMore}
          </Text>
        </Center>
      ) : (
        <Button variant="default" size="sm" onClick={() => void fetchNextPage()}>
          {texts.shared.loadMore}
        </Button>
      )}
    </Stack>
  );
}
