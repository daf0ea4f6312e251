import type { Quote } from './annotation.ts';
import type { CorpusCall } from './corpus-files.ts';

interface Entry {
  readonly evidence: readonly Quote[];
  readonly owner?: string;
  readonly optional?: boolean;
}

/** How often two annotators of the same call found the same: of what either lists, the share that the other lists, too. */
export function agreementOf(calls: readonly CorpusCall[]): string {
  const pairs = calls.flatMap(({ annotations: [first, second] }) =>
    first === undefined || second === undefined ? [] : [[first, second] as const],
  );
  const share = (list: 'actions' | 'objections' | 'decisions') => {
    const found = pairs.flatMap(([first, second]) => [
      ...foundBy(second[list], first[list]),
      ...foundBy(first[list], second[list]),
    ]);
    return `${list} ${of(found.filter(Boolean).length, found.length)}`;
  };
  const dates = pairs.flatMap(([first, second]) =>
    first.actions.flatMap((action) => {
      const same = second.actions.find((other) => isSame(action, other));
      return action.due && same?.due ? [action.due.date === same.due.date] : [];
    }),
  );
  const outcomes = pairs.filter(([first, second]) => first.outcome.value === second.outcome.value).length;
  return [
    share('actions'),
    share('objections'),
    share('decisions'),
    `due dates ${of(dates.filter(Boolean).length, dates.length)}`,
    `outcome ${of(outcomes, pairs.length)}`,
  ].join(', ');
}

/** Of entries that have to be listed, whether the other annotator has each. */
function foundBy(others: readonly Entry[], entries: readonly Entry[]): boolean[] {
  return entries
    .filter(({ optional }) => optional !== true)
    .map((entry) => others.some((other) => isSame(entry, other)));
}

/** The same owner, if there is one, and one turn of evidence. */
function isSame(one: Entry, other: Entry): boolean {
  const turns = new Set(other.evidence.map(([at]) => at));
  return one.owner === other.owner && one.evidence.some(([at]) => turns.has(at));
}

const of = (count: number, all: number): string =>
  all === 0 ? '–' : `${(count / all).toFixed(2)} (${String(count)} of ${String(all)})`;
