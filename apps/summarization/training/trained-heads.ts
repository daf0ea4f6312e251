import { outcomes } from '../src/engine/acts/ending.ts';
import { acts, type TrainedHead, type TrainedHeads } from '../src/engine/acts/heads.ts';
import { fit } from './logistic-regression.ts';
import { fitOutcomes, type EndingRow } from './outcome-regression.ts';
import type { TrainingRow } from './training-rows.ts';

const largest = 2_000;

/** Weights as whole numbers: small, and the same to the last byte whenever the training is repeated. */
export function trainedHeads(
  rows: readonly TrainingRow[],
  endings: readonly EndingRow[],
  phrases: readonly string[],
  source: string,
  report: (round: number) => void,
): TrainedHeads {
  const fits = fit(rows, acts, phrases.length, report);
  const ofActs = acts.map((act, index) => [act, rounded(fits[index] ?? new Float64Array())] as const);
  const fitted = fitOutcomes(endings);
  const ofOutcomes = outcomes.map((one, index) => [one, rounded(fitted[index] ?? new Float64Array())] as const);
  return {
    source,
    phrases,
    heads: Object.fromEntries(ofActs) as unknown as TrainedHeads['heads'],
    outcomes: Object.fromEntries(ofOutcomes) as unknown as TrainedHeads['outcomes'],
  };
}

function rounded(weights: Float64Array): TrainedHead {
  const most = weights.reduce((found, weight) => Math.max(found, Math.abs(weight)), 1e-9);
  const scale = Number((most / largest).toPrecision(6));
  return { scale, weights: Array.from(weights, (weight) => Math.round(weight / scale) + 0) };
}

/** One line for each head, so that a difference shows where it is. */
export function asFile({ source, phrases, heads, outcomes: ofOutcomes }: TrainedHeads): string {
  const line = ([name, head]: readonly [string, TrainedHead]) => `  ${JSON.stringify(name)}: ${JSON.stringify(head)}`;
  const ofActs = acts.map((act) => line([act, heads[act]])).join(',\n');
  const ofEnds = outcomes.map((one) => line([one, ofOutcomes[one]])).join(',\n');
  return `{"source": ${JSON.stringify(source)}, "phrases": ${JSON.stringify(phrases)}, "heads": {\n${ofActs}\n}, "outcomes": {\n${ofEnds}\n}}\n`;
}
