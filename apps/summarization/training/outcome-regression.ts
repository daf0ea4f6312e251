import { outcomes } from '../src/engine/acts/ending.ts';
import type { Outcome } from '../src/engine/summary-engine.ts';

export interface EndingRow {
  readonly outcome: Outcome;
  readonly features: Float32Array;
}

// Chosen by cross-validation on the closings.
const rounds = 200;
const rate = 0.7;
const decay = 0.001;

/** Multinomial logistic regression over all rows at once: they are few, and nothing is left to chance. Weights in the order of `outcomes`. */
export function fitOutcomes(rows: readonly EndingRow[]): readonly Float64Array[] {
  const size = rows[0]?.features.length ?? 0;
  const weights = outcomes.map(() => new Float64Array(size));
  for (let round = 0; round < rounds; round += 1) {
    const slopes = outcomes.map(() => new Float64Array(size));
    for (const row of rows) learn(row, weights, slopes, rows.length);
    for (const [index, own] of weights.entries())
      for (let place = 0; place < size; place += 1)
        own[place] = (own[place] ?? 0) - rate * ((slopes[index]?.[place] ?? 0) + decay * (own[place] ?? 0));
  }
  return weights;
}

function learn(
  { outcome, features }: EndingRow,
  weights: readonly Float64Array[],
  slopes: readonly Float64Array[],
  total: number,
): void {
  const scores = weights.map((own) => own.reduce((sum, weight, place) => sum + weight * (features[place] ?? 0), 0));
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((left, right) => left + right, 0);
  for (const [index, slope] of slopes.entries()) {
    const error = ((powers[index] ?? 0) / sum - (outcomes[index] === outcome ? 1 : 0)) / total;
    for (let place = 0; place < slope.length; place += 1)
      slope[place] = (slope[place] ?? 0) + error * (features[place] ?? 0);
  }
}
