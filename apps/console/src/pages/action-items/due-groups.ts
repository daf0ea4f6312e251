const order = ['overdue', 'today', 'week', 'later', 'undated', 'completed'] as const;

export type DueGroupName = (typeof order)[number];

interface Due {
  readonly due_date: string | null;
  readonly completed: boolean;
}

export interface DueGroup<Item> {
  readonly name: DueGroupName;
  readonly items: readonly Item[];
}

interface Grouping<Item> {
  /** The day on which one looks at them, in the zone of the workspace. */
  readonly today: string;
  /** Whether an item counts as completed; where it is not what the item says, it stays where it was. */
  readonly isCompleted?: (item: Item) => boolean;
}

/**
 * Action items by when they are due, in each group the earliest first; what is completed stays in the order in which it comes. Groups
 * without an item are left out.
 */
export function dueGroups<Item extends Due>(
  items: readonly Item[],
  { today, isCompleted = ({ completed }) => completed }: Grouping<Item>,
): readonly DueGroup<Item>[] {
  const lastOfWeek = sundayOf(today);
  const nameOf = (item: Item): DueGroupName => {
    if (isCompleted(item)) return 'completed';
    if (item.due_date === null) return 'undated';
    if (item.due_date < today) return 'overdue';
    if (item.due_date === today) return 'today';
    return item.due_date <= lastOfWeek ? 'week' : 'later';
  };
  const byName = Map.groupBy(items, nameOf);
  return order.flatMap((name) => {
    const group = byName.get(name);
    return group === undefined ? [] : [{ name, items: name === 'completed' ? group : group.toSorted(byDueDate) }];
  });
}

/** The last day of the week of a day: weeks begin on Monday. */
export function sundayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + ((7 - date.getUTCDay()) % 7));
  return date.toISOString().slice(0, 10);
}

function byDueDate(one: Due, other: Due): number {
  if (one.due_date === other.due_date) return 0;
  if (one.due_date === null) return 1;
  return other.due_date === null || one.due_date < other.due_date ? -1 : 1;
}
