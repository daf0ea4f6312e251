import type { Resource } from '@ci/client/browser';

type ContactCall = Resource<'ContactDetail'>['calls'][number];

/** A score and when its call was. */
export interface ScorePoint {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly score: number;
}

/** The scores of calls in the order of time; calls without a score are left out. */
export function scorePoints(calls: readonly Pick<ContactCall, 'created_at' | 'coaching_score'>[]): ScorePoint[] {
  return calls
    .flatMap(({ created_at, coaching_score }) =>
      coaching_score === null ? [] : [{ at: Date.parse(created_at), score: coaching_score }],
    )
    .sort((one, other) => one.at - other.at);
}
