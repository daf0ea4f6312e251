import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endingFeatureCount, outcomes } from '../src/engine/acts/ending.ts';
import { acts, ActHeads, type TrainedHeads } from '../src/engine/acts/heads.ts';
import { featureCount } from '../src/engine/acts/features.ts';
import { fit } from './logistic-regression.ts';
import { fitOutcomes, type EndingRow } from './outcome-regression.ts';
import { sourceHash } from './source-hash.ts';
import { asFile, trainedHeads } from './trained-heads.ts';
import type { TrainingRow } from './training-rows.ts';

const file = join(import.meta.dirname, '../models/act-heads.json');
const committed = JSON.parse(readFileSync(file, 'utf8')) as TrainedHeads;

/** Whole retraining takes a minute and more: `npm run train -- --check` does it. Here only what it would start from is compared. */
it('the committed weights come from the sentences, the features and the training of this version', () => {
  expect(committed.source).toBe(sourceHash());
});

it('the file is written the way the training writes it, with a weight for each feature', () => {
  expect(readFileSync(file, 'utf8')).toBe(asFile(committed));
  expect(acts.map((act) => committed.heads[act].weights.length)).toEqual(
    acts.map(() => featureCount + committed.phrases.length),
  );
  expect(outcomes.map((one) => committed.outcomes[one].weights.length)).toEqual(outcomes.map(() => endingFeatureCount));
});

it('heads for other features are refused, with what to do', () => {
  const short = { ...committed, heads: { ...committed.heads, request: { scale: 1, weights: [1] } } };
  expect(() => new ActHeads(short)).toThrow('npm run train');
});

describe('the training', () => {
  const rows: readonly TrainingRow[] = Array.from({ length: 300 }, (_, index) => ({
    example: index,
    features: Float32Array.from([index % 2, (index % 7) / 7, 1]),
    phrases: index % 3 === 0 && index % 2 === 1 ? [0] : [],
    labels: new Set(index % 2 === 0 ? ['even'] : ['odd']),
    weight: 1,
  }));

  const endings: readonly EndingRow[] = outcomes.flatMap((outcome, index) =>
    [1, 2, 3].map((value) => ({ outcome, features: Float32Array.from([index === 0 ? value : 0, value / 3, 1]) })),
  );

  it('learns which outcome a feature speaks for', () => {
    const [won, lost] = fitOutcomes(endings);
    expect(won?.[0] ?? 0).toBeGreaterThan((lost?.[0] ?? 0) + 0.5);
  });

  it('learns what can be learnt', () => {
    const [weights] = fit(rows, ['odd'], 1, () => undefined);
    const [tells, tellsNothing] = [weights?.[0] ?? 0, weights?.[1] ?? 9];
    expect(tells).toBeGreaterThan(0.2);
    expect(Math.abs(tellsNothing)).toBeLessThan(tells);
  });

  it('learns what a phrase tells', () => {
    const [weights] = fit(rows, ['odd'], 1, () => undefined);
    expect(weights?.at(-1) ?? 0).toBeGreaterThan(0.1);
  });

  it('gives the same bytes each time', () => {
    const once = () => asFile(trainedHeads(rows, endings, ['phrase'], 'source', () => undefined));
    expect(once()).toBe(once());
  });
});
