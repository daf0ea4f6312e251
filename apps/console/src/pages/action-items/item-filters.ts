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
    ...(isDay(due_before) && { due_before }),
  };
}

/** What the API is asked for. */
export function itemQueryOf({ owner, completed, due_before }: ItemFilters) {
  return {
    ...(owner && { owner }),
    ...(completed !== 'all' && { completed: completed === 'true' }),
    ...(due_before !== undefined && { due_before }),
  };
}

function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}
