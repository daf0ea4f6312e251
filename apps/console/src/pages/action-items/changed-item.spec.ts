import { QueryClient } from '@tanstack/react-query';
import { itemListsKey, type ActionItem } from './action-items.query.ts';
import { showAtOnce } from './changed-item.ts';

const item = { id: 'act_1', call_id: 'call_1', completed: false } as ActionItem;
const pagesOf = (one: ActionItem) => ({ pages: [{ data: [one] }], pageParams: [''] });

it('a ticked item shows its tick at once, and keeps it when a list that was being read is canceled', async () => {
  const queries = new QueryClient();
  queries.setQueryData([...itemListsKey, 'open'], pagesOf(item));
  const reading = queries
    .query({
      queryKey: [...itemListsKey, 'open'],
      queryFn: ({ signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('canceled')))),
      retry: false,
    })
    .catch(() => undefined);
  const shown = () => queries.getQueryData([...itemListsKey, 'open']);

  const stopped = showAtOnce(queries, { ...item, completed: true });
  expect(shown()).toEqual(pagesOf({ ...item, completed: true }));
  await Promise.all([stopped, reading]);
  expect(shown()).toEqual(pagesOf({ ...item, completed: true }));
});
