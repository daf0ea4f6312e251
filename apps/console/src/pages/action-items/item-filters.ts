import { isDay } from '../../formats/days.ts';

/** What of the action items is shown; in the address bar. Without `completed` those that are open. */
export interface ItemFilters {
  readonly owner?: 'rep' | 'prospect';
  readonly completed?: 'true' | 'all';
  /** A day, such as 2026-11-30. */
  readonly due_before?: string;
}

/** Of an address; what it can not mean is left out. */
export function itemFiltersOf({ owner, completed, due_before }: Record<string, unknown>): ItemFilters {
  return {
    ...((owner === 'rep' || owner === 'prospect') && { owner }),
    ...((completed === 'true' || completed === 'all') && { completed }),
    ...(typeof due_before === 'string' && isDay(due_before) && { due_before }),
  };
}

/** What the API is asked for. */
export function itemQueryOf({ owner, completed, due_before }: ItemFilters) {
  return {
    sort: completed === 'true' ? ('created_at' as const) : ('due_date' as const),
    ...(owner && { owner }),
    ...(completed !== 'all' && { completed: completed === 'true' }),
    ...(due_before !== undefined && { due_before }),
  };
}
