import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { RowsSkeleton } from './skeletons.tsx';

interface QueryStateProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What was read; its place while it is being read; why it could not be read. What is there stays while it is read again. */
export function QueryState<Data>({ query, skeleton = <RowsSkeleton />, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
