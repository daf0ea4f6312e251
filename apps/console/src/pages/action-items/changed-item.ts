import { answerOf, type operations, type Page } from '@ci/client/browser';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { apiV1 } from '../../api/api-v1.ts';
import { callKey } from '../../api/call-key.ts';
import { itemListsKey, type ActionItem } from './action-items.query.ts';

export type ItemChange = operations['updateActionItem']['requestBody']['content']['application/json'];

export const changeItem = ({ id }: ActionItem, body: ItemChange): Promise<ActionItem> =>
  answerOf(apiV1.PATCH('/action-items/{id}', { params: { path: { id } }, body }));

/** Shows an item as it is now wherever it was read: in the lists across calls and with its call. */
export function showItem(queries: QueryClient, changed: ActionItem): void {
  const put = (items: readonly ActionItem[]): ActionItem[] =>
    items.map((item) => (item.id === changed.id ? changed : item));
  queries.setQueriesData<InfiniteData<Page<ActionItem>>>(
    { queryKey: itemListsKey },
    (known) => known && { ...known, pages: known.pages.map((page) => ({ ...page, data: put(page.data) })) },
  );
  queries.setQueriesData<{ readonly data: readonly ActionItem[] }>(
    { queryKey: itemsOfCallKey(changed) },
    (known) => known && { ...known, data: put(known.data) },
  );
}

/** Shows a change before the service has confirmed it. Whatever is being read now may predate the change and is canceled. */
export async function showAtOnce(queries: QueryClient, changed: ActionItem): Promise<void> {
  showItem(queries, changed);
  await Promise.all(keysOf(changed).map((queryKey) => queries.cancelQueries({ queryKey })));
}

/** Lists are read again: `later` where they are opened next, `now` because the item may have another place in them. */
export async function readAgain(queries: QueryClient, item: ActionItem, when: 'now' | 'later'): Promise<void> {
  const refetchType = when === 'now' ? 'active' : 'none';
  await Promise.all(keysOf(item).map((queryKey) => queries.invalidateQueries({ queryKey, refetchType })));
}

const itemsOfCallKey = ({ call_id }: ActionItem) => [...callKey(call_id), 'action-items'];
const keysOf = (item: ActionItem) => [itemListsKey, itemsOfCallKey(item)];
