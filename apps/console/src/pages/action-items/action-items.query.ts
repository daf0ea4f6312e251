import { answerOf, type Page, type Resource } from '@ci/client/browser';
import { queryOptions } from '@tanstack/react-query';
import { apiV1 } from '../../api/api-v1.ts';
import { itemQueryOf, type ItemFilters } from './item-filters.ts';

export type ActionItem = Resource<'ActionItem'>;

export interface ActionItems {
  readonly items: readonly ActionItem[];
  /** There are more than a page of this console holds. */
  readonly cut: boolean;
}

const most = 1_000;

/** All items at once: the API lists them by when they were found, the page shows them by when they are due. */
export const actionItemsQuery = (filters: ItemFilters) =>
  queryOptions({ queryKey: ['action-items', filters], queryFn: ({ signal }) => allItems(filters, signal) });

async function allItems(filters: ItemFilters, signal: AbortSignal): Promise<ActionItems> {
  const { rows, cut } = await firstOf(most, (cursor) => {
    const query = { ...itemQueryOf(filters), limit: 100, ...(cursor !== null && { cursor }) };
    return answerOf(apiV1.GET('/action-items', { params: { query }, signal }));
  });
  return { items: rows, cut };
}

/** With whom the newest calls were, by the id of the call: action items name nothing but that. */
export const callPartnersQuery = queryOptions({
  queryKey: ['calls', 'partners'],
  queryFn: async ({ signal }) => {
    const { rows } = await firstOf(500, (cursor) => {
      const query = { limit: 100, ...(cursor !== null && { cursor }) };
      return answerOf(apiV1.GET('/calls', { params: { query }, signal }));
    });
    return new Map(rows.map(({ id, title, prospect_email }) => [id, title ?? prospect_email]));
  },
  staleTime: 5 * 60_000,
});

/** A list page after page, up to a number of rows. */
async function firstOf<Row>(count: number, fetchPage: (cursor: string | null) => Promise<Page<Row>>) {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page = await fetchPage(cursor);
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && rows.length < count);
  return { rows, cut: cursor !== null };
}
