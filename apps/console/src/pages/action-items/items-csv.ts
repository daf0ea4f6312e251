import { answerOf } from '@ci/client/browser';
import { allPages } from '../../api/all-pages.ts';
import { apiV1 } from '../../api/api-v1.ts';
import { csvOf } from '../../formats/csv.ts';
import { texts } from '../../texts/texts.ts';
import type { ActionItem } from './action-items.query.ts';
import { itemQueryOf, type ItemFilters } from './item-filters.ts';

const { csv: words } = texts.actionItems;

/** Every action item that the filters let through, as a table for spreadsheets. */
export async function itemsAsCsv(filters: ItemFilters): Promise<string> {
  const query = { ...itemQueryOf(filters), limit: 100 };
  const items = await allPages<ActionItem>((cursor) =>
    answerOf(apiV1.GET('/action-items', { params: { query: { ...query, ...(cursor !== null && { cursor }) } } })),
  );
  const headings = [
    words.id,
    words.description,
    words.owner,
    words.due,
    words.completedAt,
    words.prospect,
    words.company,
    words.call,
  ];
  const rows = items.map(({ id, description, owner, due_date, completed_at, prospect, call_id }) => [
    id,
    description,
    owner,
    due_date,
    completed_at,
    prospect.name ?? prospect.email,
    prospect.company,
    call_id,
  ]);
  return csvOf(headings, rows);
}
