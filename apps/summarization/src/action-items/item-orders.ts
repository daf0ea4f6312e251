import type { Keyset } from '@ci/http';
import { timestamp } from '@ci/validation';
import type { ActionItemRow } from './action-item.entity.ts';

export const itemSorts = ['created_at', 'due_date'] as const;
export type ItemSort = (typeof itemSorts)[number];

/** An order of the list, in the words of its index, and how a cursor keeps a place in it. */
export interface ItemOrder {
  readonly by: string;
  readonly place: string;
  /** What a later row's place is to an earlier one's. */
  readonly behind: '<' | '>';
  readonly placeOf: (keyset: Keyset, parameter: (value: unknown) => string) => string;
  readonly keysetOf: (row: Pick<ActionItemRow, 'id' | 'createdAt' | 'dueDate'>) => Keyset;
}

/** Behind every day, in the collation of the column as in time. */
const undated = { text: '~', instant: new Date(8.64e15) };

/** The day that an item is due, or what is behind every day; in the words of the index `action_items_due`. */
export const dueOrUndated = `(CASE WHEN item.due_date IS NULL THEN '${undated.text}' ELSE item.due_date END)`;

export const itemOrders: Readonly<Record<ItemSort, ItemOrder>> = {
  /** Newest first. */
  created_at: {
    by: 'item.created_at DESC, item.id DESC',
    place: '(item.created_at, item.id)',
    behind: '<',
    placeOf: ({ createdAt, id }, parameter) => `(${parameter(timestamp(createdAt))}::timestamptz, ${parameter(id)})`,
    keysetOf: ({ createdAt, id }) => ({ createdAt, id }),
  },
  /** What is due first comes first, what has no date comes last; on one day by id. A cursor keeps the day as its midnight. */
  due_date: {
    by: `${dueOrUndated}, item.id`,
    place: `(${dueOrUndated}, item.id)`,
    behind: '>',
    placeOf: ({ createdAt, id }, parameter) => `(${parameter(dayOf(createdAt))}, ${parameter(id)})`,
    keysetOf: ({ dueDate, id }) => ({ createdAt: midnightOf(dueDate), id }),
  },
};

function midnightOf(day: string | null): Date {
  return day === null ? undated.instant : new Date(`${day}T00:00:00Z`);
}

function dayOf(midnight: Date): string {
  return midnight.getTime() === undated.instant.getTime() ? undated.text : midnight.toISOString().slice(0, 10);
}
