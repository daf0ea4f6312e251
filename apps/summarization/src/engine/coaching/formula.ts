/** Changes with every change of a definition, a weight or a target: scores of different versions are not compared. */
export const formula = { name: 'coaching', version: '3.0.0' } as const;

/** What a call must have so that a criterion can be judged on it. */
export type Needs = 'anything' | 'the rep' | 'both sides' | 'times of the rep' | 'times of both sides';

export interface CriterionDefinition {
  readonly id: string;
  readonly label: string;
  /** The points that it can give on a call where every criterion can be judged: together 100. */
  readonly weight: number;
  readonly unit: 'ratio' | 'milliseconds' | 'per_ten_minutes' | 'per_hundred_words';
  /** All points inside; null: open on that side. */
  readonly target: { readonly min: number | null; readonly max: number | null };
  /** From where on there are no points; between there and the target they go in proportion. */
  readonly none: { readonly atMost: number | null; readonly atLeast: number | null };
  readonly needs: Needs;
}

const atLeast = (min: number, none = 0) => ({ target: { min, max: null }, none: { atMost: none, atLeast: null } });
const atMost = (max: number, none: number) => ({
  target: { min: null, max },
  none: { atMost: null, atLeast: none },
});

/** What the score is made of; docs/metrics.md says the same in words, and why. */
export const criteria = {
  talk_ratio: {
    id: 'talk_ratio',
    label: 'Talks and listens in balance',
    weight: 2,
    unit: 'ratio',
    target: { min: 0.35, max: 0.6 },
    none: { atMost: 0.05, atLeast: 0.9 },
    needs: 'both sides',
  },
  listens_first: {
    id: 'listens_first',
    label: 'Lets the prospect talk first',
    weight: 3,
    unit: 'ratio',
    ...atMost(0.45, 0.6),
    needs: 'both sides',
  },
  longest_monologue: {
    id: 'longest_monologue',
    label: 'Keeps each turn short',
    weight: 3,
    unit: 'milliseconds',
    ...atMost(90_000, 240_000),
    needs: 'times of both sides',
  },
  interruptions: {
    id: 'interruptions',
    label: 'Lets the prospect finish',
    weight: 3,
    unit: 'per_ten_minutes',
    ...atMost(0, 5),
    needs: 'times of both sides',
  },
  questions: {
    id: 'questions',
    label: 'Asks questions',
    weight: 3,
    unit: 'per_ten_minutes',
    ...atLeast(10),
    needs: 'times of the rep',
  },
  discovery: {
    id: 'discovery',
    label: 'Asks what makes the prospect talk',
    weight: 6,
    unit: 'ratio',
    ...atLeast(0.25, 0.05),
    needs: 'both sides',
  },
  depth: {
    id: 'depth',
    label: 'Asks for reasons, effects and who decides',
    weight: 5,
    unit: 'per_hundred_words',
    ...atLeast(0.4),
    needs: 'the rep',
  },
  takes_up: {
    id: 'takes_up',
    label: 'Takes up what the prospect said',
    weight: 7,
    unit: 'ratio',
    ...atLeast(0.3, 0.15),
    needs: 'both sides',
  },
  asked_twice: {
    id: 'asked_twice',
    label: 'Needs not be asked twice',
    weight: 3,
    unit: 'ratio',
    ...atMost(0, 0.02),
    needs: 'both sides',
  },
  concrete: {
    id: 'concrete',
    label: 'Speaks in figures',
    weight: 7,
    unit: 'ratio',
    ...atLeast(0.35, 0.15),
    needs: 'the rep',
  },
  pitch: {
    id: 'pitch',
    label: 'Praises the offer little',
    weight: 6,
    unit: 'ratio',
    ...atMost(0.01, 0.04),
    needs: 'the rep',
  },
  jargon: {
    id: 'jargon',
    label: 'Speaks plainly, without slogans',
    weight: 6,
    unit: 'per_hundred_words',
    ...atMost(0.1, 0.7),
    needs: 'the rep',
  },
  filler_words: {
    id: 'filler_words',
    label: 'Speaks without fillers',
    weight: 3,
    unit: 'per_hundred_words',
    ...atMost(0.2, 1.5),
    needs: 'the rep',
  },
  meant_promises: {
    id: 'meant_promises',
    label: 'Promises what is meant',
    weight: 16,
    unit: 'ratio',
    ...atLeast(0.75, 0.25),
    needs: 'the rep',
  },
  goes_along: {
    id: 'goes_along',
    label: 'Brings the prospect along',
    weight: 10,
    unit: 'ratio',
    ...atLeast(0.55, 0.15),
    needs: 'both sides',
  },
  objections_answered: {
    id: 'objections_answered',
    label: 'Answers objections',
    weight: 2,
    unit: 'ratio',
    ...atLeast(1),
    needs: 'both sides',
  },
  next_step: {
    id: 'next_step',
    label: 'Agrees on a next step with a date',
    weight: 9,
    unit: 'ratio',
    ...atLeast(1, 0.25),
    needs: 'anything',
  },
  dated_close: {
    id: 'dated_close',
    label: 'Says at the end what happens when',
    weight: 6,
    unit: 'ratio',
    ...atLeast(0.2),
    needs: 'the rep',
  },
} as const satisfies Readonly<Record<string, CriterionDefinition>>;

export type CriterionId = keyof typeof criteria;

/** How much of its points a measured value earns, from 0 to 1. */
export function shareOf(value: number, { target, none }: CriterionDefinition): number {
  if (target.min !== null && value < target.min) return between(value, none.atMost ?? 0, target.min);
  if (target.max !== null && value > target.max) return between(value, none.atLeast ?? Infinity, target.max);
  return 1;
}

function between(value: number, none: number, full: number): number {
  return Math.max(0, Math.min(1, (value - none) / (full - none)));
}

/**
 * The most points of each, whole numbers that add up to 100: weights in proportion, what rounding down leaves over goes to the largest
 * remainders, the first of equal ones.
 */
export function mostPoints(judged: readonly CriterionDefinition[]): ReadonlyMap<string, number> {
  const all = judged.reduce((sum, { weight }) => sum + weight, 0);
  const exact = judged.map(({ id, weight }) => ({ id, points: (100 * weight) / all }));
  const points = new Map(exact.map((one) => [one.id, Math.floor(one.points)]));
  const left = 100 - [...points.values()].reduce((sum, one) => sum + one, 0);
  const byRemainder = exact.toSorted((one, other) => (other.points % 1) - (one.points % 1));
  for (const { id } of byRemainder.slice(0, left)) points.set(id, (points.get(id) ?? 0) + 1);
  return points;
}
