/** One thing that was looked at: what, against which release, and what came of it. */
export interface Finding {
  /** A note says what a person should know, and decides nothing. */
  readonly answer: 'yes' | 'no' | 'note';
  readonly what: string;
  readonly against: string;
  readonly why: string;
  /** What to do about a no. */
  readonly remedy?: string;
}

export interface Asked {
  readonly what: string;
  readonly against: string;
  /** Why it is fine. */
  readonly fine: string;
  /** Why it is not; empty when it is. */
  readonly problems: readonly string[];
  readonly remedy: string;
}

/** A no for each problem, or one yes. */
export function findingsOf({ what, against, fine, problems, remedy }: Asked): readonly Finding[] {
  if (problems.length === 0) return [{ answer: 'yes', what, against, why: fine }];
  return problems.map((why) => ({ answer: 'no', what, against, why, remedy }));
}
