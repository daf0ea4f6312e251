import { answerOf, type Resource } from '@ci/client/browser';
import { apiV1 } from '../../api/api-v1.ts';
import { endless } from '../../api/endless.ts';
import { itemQueryOf, type ItemFilters } from './item-filters.ts';

export type ActionItem = Resource<'ActionItemDetail'>;

/** Of every list of items, whatever it is filtered by. */
export const itemListsKey = ['action-items'] as const;

/** The items that match, in the order in which they are due; those that are done, the newest first. */
export const actionItemsQuery = (filters: ItemFilters) =>
  endless<ActionItem>([...itemListsKey, filters], ({ cursor, signal }) => {
    const query = { ...itemQueryOf(filters), limit: 50, ...(cursor !== undefined && { cursor }) };
    return answerOf(apiV1.GET('/action-items', { params: { query }, signal }));
  });
