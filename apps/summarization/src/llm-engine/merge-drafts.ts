import { asDraft } from './as-result.ts';
import type { SupportedDraft } from './supported.ts';
import { estimateTokens } from './token-estimate.ts';

/** Makes one of several; `final` when nothing is left to merge it with. */
export type Merge = (drafts: readonly SupportedDraft[], final: boolean) => Promise<SupportedDraft>;

/** The drafts of all parts become one, in as many rounds as it takes: in each, as many go into one request as fit. */
export async function mergeDrafts(
  found: readonly SupportedDraft[],
  limit: number,
  merge: Merge,
): Promise<SupportedDraft> {
  let rest = found;
  while (rest.length > 1) {
    const groups = groupsOf(rest, limit);
    const merged: SupportedDraft[] = [];
    for (const group of groups) {
      const [only] = group;
      merged.push(only !== undefined && group.length === 1 ? only : await merge(group, groups.length === 1));
    }
    rest = merged;
  }
  const [one] = rest;
  if (one === undefined) throw new RangeError('there is at least one part');
  return one;
}

/** In order, none above `limit` tokens; but always at least two together, or there would be no end. */
export function groupsOf(drafts: readonly SupportedDraft[], limit: number): readonly (readonly SupportedDraft[])[] {
  const groups: SupportedDraft[][] = [];
  let room = 0;
  for (const draft of drafts) {
    const tokens = estimateTokens(JSON.stringify(asDraft(draft)));
    const group = groups.at(-1);
    if (group !== undefined && (group.length < 2 || tokens <= room)) group.push(draft);
    else {
      groups.push([draft]);
      room = limit;
    }
    room -= tokens;
  }
  return groups;
}
