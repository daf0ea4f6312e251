import { featureCount, featuresOf, wordFeaturesOf, type Said } from './features.ts';

/** What a sentence can be doing on a sales call. It may do several things at once. */
export const acts = [
  'request',
  'commitment',
  'acceptance',
  'refusal',
  'objection',
  'answer',
  'proposal',
  'agreement',
  'next_step',
  'small_talk',
  'question',
  'pitch',
  'past',
  'hypothetical',
  'third_party',
  'retraction',
  'closing',
  'purchase',
  'rejection',
] as const;
export type Act = (typeof acts)[number];

/** How likely each act is, from 0 to 1. */
export type ActScores = Readonly<Record<Act, number>>;

/** One linear head for each act: `scale` times the whole numbers of `weights` are its weights, one for each feature. */
export interface TrainedHeads {
  /** SHA-256 of everything that the weights come from: sentences, features, training. */
  readonly source: string;
  readonly heads: Readonly<Record<Act, { readonly scale: number; readonly weights: readonly number[] }>>;
}

const telling: ReadonlySet<Act> = new Set<Act>([
  'request',
  'commitment',
  'objection',
  'proposal',
  'agreement',
  'retraction',
  'purchase',
  'rejection',
]);
/** What a sentence is taken for that nobody has looked at. */
export const nothing = Object.fromEntries(acts.map((act) => [act, 0])) as ActScores;

/** Tells what sentences do. Linear on purpose: small, quick, and its training reproducible. */
export class ActHeads {
  readonly #heads: readonly (readonly [Act, Float32Array])[];

  constructor({ heads }: TrainedHeads) {
    this.#heads = acts.map((act) => {
      const { scale, weights } = heads[act];
      if (weights.length !== featureCount)
        throw new Error(`The head for ${act} has ${weights.length} weights, not ${featureCount}. Run npm run train.`);
      return [act, Float32Array.from(weights, (weight) => weight * scale)] as const;
    });
  }

  scores(said: Said): ActScores {
    const features = featuresOf(said);
    const scores = this.#heads.map(([act, weights]) => [act, logistic(dot(weights, features))] as const);
    return Object.fromEntries(scores) as Record<Act, number>;
  }

  /** How much the words alone hint at each of the acts that a summary is made of: an order among sentences, no likelihood. */
  hints(text: string): readonly number[] {
    const features = wordFeaturesOf(text);
    return this.#heads.flatMap(([act, weights]) =>
      telling.has(act) ? features.reduce((sum, [index, value]) => sum + (weights[index] ?? 0) * value, 0) : [],
    );
  }
}

function dot(weights: Float32Array, features: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) sum += (weights[index] ?? 0) * (features[index] ?? 0);
  return sum;
}

const logistic = (value: number) => 1 / (1 + Math.exp(-value));
