import { randomFrom } from './random.ts';
import { phraseValue } from '../src/engine/acts/phrases.ts';
import type { TrainingRow } from './training-rows.ts';

export interface Training {
  /** How often each row is seen. */
  readonly rounds: number;
  /** Rows from which one step is made. */
  readonly batch: number;
  readonly rate: number;
  /** How strongly weights are held near zero. */
  readonly decay: number;
  /** For the order of the rows: the same seed gives the same order, and so the same weights. */
  readonly seed: number;
}

export const training: Training = { rounds: 25, batch: 128, rate: 0.04, decay: 0.001, seed: 7 };

/** Logistic regression for all labels at once, by Adam over small batches. */
export function fit(
  rows: readonly TrainingRow[],
  labels: readonly string[],
  phrases: number,
  report: (round: number) => void,
  { rounds, batch, rate, decay, seed }: Training = training,
): readonly Float64Array[] {
  const size = (rows[0]?.features.length ?? 0) + phrases;
  const fits = labels.map((label) => new Fit(label, size));
  const random = randomFrom(seed);
  const steps = rounds * Math.ceil(rows.length / batch);
  for (let round = 1, step = 1; round <= rounds; round += 1) {
    const order = shuffled(rows, random);
    for (let start = 0; start < order.length; start += batch, step += 1) {
      const some = order.slice(start, start + batch);
      const total = some.reduce((sum, row) => sum + row.weight, 0);
      for (const one of fits) {
        for (const row of some) one.learn(row, total);
        one.move(step, rate * (1 - (step - 1) / steps), decay);
      }
    }
    report(round);
  }
  return fits.map((one) => one.weights);
}

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as Item, result[last] as Item];
  }
  return result;
}

class Fit {
  readonly weights: Float64Array;
  readonly #label: string;
  readonly #mean: Float64Array;
  readonly #square: Float64Array;
  readonly #gradient: Float64Array;

  constructor(label: string, size: number) {
    this.#label = label;
    this.weights = new Float64Array(size);
    this.#mean = new Float64Array(size);
    this.#square = new Float64Array(size);
    this.#gradient = new Float64Array(size);
  }

  learn({ features, phrases, labels, weight }: TrainingRow, total: number): void {
    const { weights } = this;
    const gradient = this.#gradient;
    let sum = 0;
    for (let index = 0; index < features.length; index += 1) sum += (weights[index] ?? 0) * (features[index] ?? 0);
    for (const place of phrases) sum += (weights[features.length + place] ?? 0) * phraseValue;
    const error = ((1 / (1 + Math.exp(-sum)) - (labels.has(this.#label) ? 1 : 0)) * weight) / total;
    // What it knows already teaches nothing.
    if (Math.abs(error) * total < 0.0005) return;
    for (let index = 0; index < features.length; index += 1)
      gradient[index] = (gradient[index] ?? 0) + error * (features[index] ?? 0);
    for (const place of phrases)
      gradient[features.length + place] = (gradient[features.length + place] ?? 0) + error * phraseValue;
  }

  move(step: number, rate: number, decay: number): void {
    const { weights } = this;
    for (let index = 0; index < weights.length; index += 1) {
      const slope = (this.#gradient[index] ?? 0) + decay * (weights[index] ?? 0);
      const mean = 0.9 * (this.#mean[index] ?? 0) + 0.1 * slope;
      const square = 0.99 * (this.#square[index] ?? 0) + 0.01 * slope * slope;
      this.#mean[index] = mean;
      this.#square[index] = square;
      this.#gradient[index] = 0;
      const [first, second] = [mean / (1 - 0.9 ** step), square / (1 - 0.99 ** step)];
      weights[index] = (weights[index] ?? 0) - (rate * first) / (Math.sqrt(second) + 1e-8);
    }
  }
}
