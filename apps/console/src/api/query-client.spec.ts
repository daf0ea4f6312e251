import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

it('a change is shown before the browser draws the next picture', async () => {
  const seen: unknown[] = [];
  // As a page listens.
  const show = notifyManager.batchCalls(({ data }: { data: unknown }) => seen.push(data));
  const unsubscribe = new QueryObserver(queryClient, { queryKey: ['a'], enabled: false }).subscribe(show);
  queryClient.setQueryData(['a'], 1);
  await Promise.resolve();
  await Promise.resolve();
  expect(seen).toEqual([1]);
  unsubscribe();
});
