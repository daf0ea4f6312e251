import { call } from '../call.fixture.ts';
import { readDialogue } from '../dialogue.ts';
import type { AnalysedSegment, Coaching } from '../summary-engine.ts';
import { coach, type CoachedCall } from './coach.ts';
import type { CriterionId } from './formula.ts';

/** A call as it was said, with nothing found in it unless a test says so. */
export async function coachedCall(
  segments: readonly AnalysedSegment[],
  found: Partial<CoachedCall> = {},
): Promise<CoachedCall> {
  const dialogue = await readDialogue(segments);
  return { dialogue, isPitch: () => false, likely: () => 0, objections: [], nextSteps: [], ...found };
}

/** `spoken('rep: Hello.')`, ten seconds a line; one second between the lines. */
export async function spoken(...lines: readonly string[]): Promise<CoachedCall> {
  return coachedCall(call(...lines).segments);
}

export function criterion(coaching: Coaching, id: CriterionId) {
  const found = coaching.criteria.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} was not judged`);
  return found;
}

export const valueOf = (coached: CoachedCall, id: CriterionId): number => criterion(coach(coached), id).value;
export const pointsOf = (coached: CoachedCall, id: CriterionId): number => criterion(coach(coached), id).points;
export const quotesOf = (coached: CoachedCall, id: CriterionId): readonly string[] =>
  criterion(coach(coached), id).evidence.map(({ quote }) => quote);
