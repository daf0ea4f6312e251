import { quotes } from '../dialogue.ts';
import type { Dialogue } from '../dialogue.ts';
import type { Coaching, CoachingCriterion, UnjudgedCriterion } from '../summary-engine.ts';
import type { CoachedCall, Measured } from './coached-call.ts';
import { criteria, formula, mostPoints, shareOf } from './formula.ts';
import type { CriterionDefinition, CriterionId } from './formula.ts';
import { measures } from './measures.ts';
import { hasTimes } from './turn-taking.ts';

export type { CoachedCall } from './coached-call.ts';

/** How the rep led the call, by published criteria alone: the same call always gives the same points. */
export function coach(call: CoachedCall): Coaching {
  const heard = whoIsHeard(call.dialogue);
  const judged: (Measured & { readonly criterion: CriterionDefinition })[] = [];
  const notJudged: UnjudgedCriterion[] = [];
  for (const criterion of Object.values<CriterionDefinition>(criteria)) {
    const measured = missing(criterion, heard) ?? measures[criterion.id as CriterionId](call);
    if (typeof measured === 'string') notJudged.push({ id: criterion.id, label: criterion.label, reason: measured });
    else judged.push({ criterion, ...measured });
  }
  const most = mostPoints(judged.map(({ criterion }) => criterion));
  return {
    formula,
    criteria: judged.map((one) => described(one, most.get(one.criterion.id) ?? 0)),
    not_judged: notJudged,
  };
}

export function scoreOf({ criteria: judged }: Coaching): number {
  return judged.reduce((sum, { points }) => sum + points, 0);
}

type Reason = UnjudgedCriterion['reason'];

const mostEvidence = 10;

function described(
  { criterion, value, evidence }: Measured & { readonly criterion: CriterionDefinition },
  most: number,
): CoachingCriterion {
  const { id, label, unit, target } = criterion;
  const points = Math.round(most * shareOf(value, criterion));
  // Four digits are more than any of it is accurate to; points are made from the whole value.
  const shown = Math.round(value * 10_000) / 10_000;
  return {
    id,
    label,
    points,
    max_points: most,
    value: shown,
    unit,
    target,
    evidence: quotes(evidence.slice(0, mostEvidence)),
  };
}

interface Heard {
  readonly rep: boolean;
  readonly prospect: boolean;
  readonly times: boolean;
}

function whoIsHeard(dialogue: Dialogue): Heard {
  const speaks = (speaker: string) => dialogue.sentences.some((sentence) => sentence.speaker === speaker);
  return { rep: speaks('rep'), prospect: speaks('prospect'), times: hasTimes(dialogue) };
}

/** Why a criterion cannot be judged, whatever would be measured. */
function missing({ needs }: CriterionDefinition, { rep, prospect, times }: Heard): Reason | null {
  if (needs === 'anything') return null;
  if (!rep || (needs.endsWith('both sides') && !prospect)) return 'one_side_only';
  return needs.startsWith('times') && !times ? 'no_times' : null;
}
