import { acts, type TrainedHeads } from '../src/engine/acts/heads.ts';
import { fit } from './logistic-regression.ts';
import type { TrainingRow } from './training-rows.ts';

const largest = 2_000;

/** Weights as whole numbers: small, and the same to the last byte whenever the training is repeated. */
export function trainedHeads(
  rows: readonly TrainingRow[],
  source: string,
  report: (round: number) => void,
): TrainedHeads {
  const fits = fit(rows, acts, report);
  const heads = acts.map((act, index) => {
    const weights = fits[index] ?? new Float64Array();
    const most = weights.reduce((found, weight) => Math.max(found, Math.abs(weight)), 1e-9);
    const scale = Number((most / largest).toPrecision(6));
    return [act, { scale, weights: Array.from(weights, (weight) => Math.round(weight / scale) + 0) }] as const;
  });
  return { source, heads: Object.fromEntries(heads) as unknown as TrainedHeads['heads'] };
}

/** One line for each head, so that a difference shows where it is. */
export function asFile({ source, heads }: TrainedHeads): string {
  const lines = acts.map((act) => `  ${JSON.stringify(act)}: ${JSON.stringify(heads[act])}`);
  return `{"source": ${JSON.stringify(source)}, "heads": {\n${lines.join(',\n')}\n}}\n`;
}
