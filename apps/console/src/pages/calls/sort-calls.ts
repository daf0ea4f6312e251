import type { Resource } from '@ci/client/browser';

type Call = Resource<'Call'>;

/** What the list is sorted by; the API gives the newest first. */
export const sortings = ['oldest', 'score_high', 'score_low', 'longest'] as const;
export type Sorting = (typeof sortings)[number];

/** Calls in another order than the API's. Those without a score come last. */
export function sortedCalls(calls: readonly Call[], by: Sorting | undefined): readonly Call[] {
  switch (by) {
    case undefined:
      return calls;
    case 'oldest':
      return calls.toReversed();
    case 'longest':
      return calls.toSorted((one, other) => other.duration_seconds - one.duration_seconds);
    case 'score_high':
      return calls.toSorted((one, other) => (other.coaching_score ?? -1) - (one.coaching_score ?? -1));
    case 'score_low':
      return calls.toSorted((one, other) => (one.coaching_score ?? 101) - (other.coaching_score ?? 101));
  }
}
