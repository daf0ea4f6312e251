import type { Call, Outcome } from '@ci/contracts';

/** The outcome that counts: the client's, else the inferred one, else none. Analysis never overwrites what a client said. */
export function effectiveOutcome(
  provided: Outcome | null,
  inferred: Outcome | null,
): Pick<Call, 'outcome' | 'outcome_source'> {
  if (provided !== null) return { outcome: provided, outcome_source: 'provided' };
  return { outcome: inferred ?? 'no_outcome', outcome_source: 'inferred' };
}
