import { invalidRequest } from '@ci/domain';

/** So many reps a member can be, and so long are their ids together: the token of each of their requests carries them. */
export const repIdLimits = { most: 10, characters: 1_000 } as const;

/** The ids as they are kept: each once, in the order of the alphabet. */
export function checkedRepIds(repIds: readonly string[]): readonly string[] {
  const kept = [...new Set(repIds)].sort();
  const problem = problemOf(kept);
  if (problem !== undefined) throw invalidRequest([{ field: 'rep_ids', message: problem }]);
  return kept;
}

function problemOf(repIds: readonly string[]): string | undefined {
  if (repIds.some((id) => id === '' || id.length > 200)) return 'must have 1 to 200 characters each';
  if (repIds.length > repIdLimits.most) return `must be at most ${repIdLimits.most}`;
  if (repIds.join('').length > repIdLimits.characters)
    return `must have at most ${repIdLimits.characters} characters together`;
  return undefined;
}
