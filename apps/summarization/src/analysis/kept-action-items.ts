import type { AnalysedActionItem, Evidence } from '../engine/summary-engine.ts';
import type { KeptActionItem } from './analysis.events.ts';

/**
 * The action items after another analysis, in order of mention. An item is the same one when the same side was quoted with it, in more words
 * or fewer where nothing is quoted alike: then it keeps its id and what a client did to it. One that was completed or edited stays although it was not found again; any other goes.
 */
export function keepActionItems(
  before: readonly KeptActionItem[],
  found: readonly AnalysedActionItem[],
  { newIds, createdAt }: { readonly newIds: readonly string[]; readonly createdAt: string },
): readonly KeptActionItem[] {
  const unmatched = new Set(before);
  const matches = new Map<number, KeptActionItem>();
  // First those that are quoted alike: no other item takes theirs.
  for (const isSame of [isAlike, isWithin]) {
    for (const [index, item] of found.entries()) {
      const same = matches.has(index) ? undefined : matchOf(item, unmatched, isSame);
      if (same === undefined) continue;
      matches.set(index, same);
      unmatched.delete(same);
    }
  }
  const items = found.map((item, index) => {
    const same = matches.get(index);
    return same === undefined ? newItem(item, { id: idAt(newIds, index), createdAt }) : foundAgain(same, item);
  });
  const survivors = [...unmatched].filter(({ completedAt, edited }) => completedAt !== null || edited.length > 0);
  // Stable: what the analysis puts in order stays so, a survivor goes to its place between.
  return [...items, ...survivors].sort((left, right) => mention(left) - mention(right));
}

function matchOf(
  item: AnalysedActionItem,
  candidates: ReadonlySet<KeptActionItem>,
  isSame: (one: Evidence, other: Evidence) => boolean,
): KeptActionItem | undefined {
  let best: KeptActionItem | undefined;
  let bestShared = 0;
  for (const candidate of candidates) {
    if (candidate.foundOwner !== item.owner) continue;
    const shared = candidate.evidence.filter((one) => item.evidence.some((other) => isSame(one, other))).length;
    // Two promises in one breath share their evidence: the words decide between them.
    const weight = shared === 0 ? 0 : shared + (candidate.description === item.description ? 0.5 : 0);
    if (weight > bestShared) [best, bestShared] = [candidate, weight];
  }
  return best;
}

function newItem(
  { description, owner, due_date, evidence }: AnalysedActionItem,
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
): KeptActionItem {
  return {
    id,
    description,
    owner,
    dueDate: due_date,
    completedAt: null,
    createdAt,
    evidence,
    foundOwner: owner,
    edited: [],
  };
}

function foundAgain(same: KeptActionItem, item: AnalysedActionItem): KeptActionItem {
  const { edited } = same;
  return {
    ...same,
    description: edited.includes('description') ? same.description : item.description,
    owner: edited.includes('owner') ? same.owner : item.owner,
    dueDate: edited.includes('dueDate') ? same.dueDate : item.due_date,
    evidence: item.evidence,
  };
}

function idAt(ids: readonly string[], index: number): string {
  const id = ids[index];
  if (id === undefined) throw new RangeError('there is an id for each action item that was found');
  return id;
}

const isAlike = (one: Evidence, other: Evidence) => one.start_ms === other.start_ms && one.quote === other.quote;
const isWithin = (one: Evidence, other: Evidence) =>
  one.start_ms === other.start_ms && (one.quote.includes(other.quote) || other.quote.includes(one.quote));
const mention = ({ evidence }: KeptActionItem): number => Math.min(...evidence.map(({ start_ms }) => start_ms));
