import type { Resource } from '@ci/client/browser';

export type CallCoaching = Resource<'CallCoaching'>;
export type Criterion = Resource<'CoachingCriterion'>;
type Scored = Pick<Resource<'Call'>, 'id' | 'coaching_score'>;

/** Criteria of what to avoid: their passages show it, and a call that does well has none. */
const avoided = new Set(['longest_monologue', 'interruptions', 'asked_twice', 'pitch', 'jargon', 'filler_words']);
export const isAvoided = ({ id }: Pick<Criterion, 'id'>): boolean => avoided.has(id);

const firstToTry = 3;
/** Scores closer than this are called the same: rounding alone moves a score by as much. */
const sameWithin = 3;

export const lostBy = ({ points, max_points }: Pick<Criterion, 'points' | 'max_points'>): number => max_points - points;

/** The criteria, the one that cost most points first. */
export function byPointsLost(criteria: readonly Criterion[]): readonly Criterion[] {
  return criteria.toSorted((one, other) => lostBy(other) - lostBy(one) || other.max_points - one.max_points);
}

/** The criteria to work on first. */
export function toTry(criteria: readonly Criterion[]): readonly Criterion[] {
  return byPointsLost(criteria)
    .filter((criterion) => lostBy(criterion) > 0)
    .slice(0, firstToTry);
}

export interface TeamComparison {
  readonly verdict: 'above' | 'same' | 'below';
  /** In points, never negative. */
  readonly difference: number;
  readonly median: number;
  readonly calls: number;
}

/** A score against the other calls of the workspace; null where there is none to compare with. */
export function compareWithTeam(call: Scored, calls: readonly Scored[]): TeamComparison | null {
  const scores = calls
    .flatMap(({ id, coaching_score }) => (id === call.id || coaching_score === null ? [] : [coaching_score]))
    .toSorted((one, other) => one - other);
  if (scores.length === 0 || call.coaching_score === null) return null;
  const middle = (scores.length - 1) / 2;
  const median = Math.round(((scores[Math.floor(middle)] ?? 0) + (scores[Math.ceil(middle)] ?? 0)) / 2);
  const difference = call.coaching_score - median;
  const verdict = Math.abs(difference) < sameWithin ? 'same' : difference > 0 ? 'above' : 'below';
  return { verdict, difference: Math.abs(difference), median, calls: scores.length };
}

/** The other calls that are looked through for examples: the best ones. */
export function exampleCalls<Call extends Scored>(call: Scored, calls: readonly Call[], most: number): readonly Call[] {
  return calls
    .filter(({ id, coaching_score }) => id !== call.id && coaching_score !== null)
    .toSorted((one, other) => (other.coaching_score ?? 0) - (one.coaching_score ?? 0))
    .slice(0, most);
}

export interface Example {
  readonly callId: string;
  readonly criterion: Criterion;
}

/** The call that earned most for a criterion, at least nine tenths of its points. Where something is to be done, it has a passage. */
export function exampleOf(criterion: Criterion, others: readonly CallCoaching[]): Example | null {
  const candidates = others.flatMap(({ call_id, criteria }) => {
    const same = criteria.find(({ id }) => id === criterion.id);
    if (same === undefined || same.max_points === 0 || same.points < 0.9 * same.max_points) return [];
    if (!isAvoided(criterion) && same.evidence.length === 0) return [];
    return [{ callId: call_id, criterion: same }];
  });
  const share = ({ criterion: { points, max_points } }: Example): number => points / max_points;
  return candidates.toSorted((one, other) => share(other) - share(one))[0] ?? null;
}

/** The passage that shows most of it: the longest one. */
export function tellingPassage({ evidence }: Pick<Criterion, 'evidence'>): Criterion['evidence'][number] | undefined {
  return evidence.toSorted((one, other) => other.quote.length - one.quote.length)[0];
}
