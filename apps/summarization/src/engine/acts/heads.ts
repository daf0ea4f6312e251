import { endingFeatureCount, endingFeaturesOf, outcomes, type EndingSentence, type OutcomeScores } from './ending.ts';
import { featureCount, featuresOf, wordFeaturesOf, type Said } from './features.ts';
import { phrasesIn, phraseValue } from './phrases.ts';
import type { Outcome } from '../summary-engine.ts';

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

/** `scale` times the whole numbers of `weights` are the weights, one for each feature. */
export interface TrainedHead {
  readonly scale: number;
  readonly weights: readonly number[];
}

/** One linear head for each act, and one for each outcome of a call. */
export interface TrainedHeads {
  /** SHA-256 of everything that the weights come from: sentences, features, training. */
  readonly source: string;
  /** Words and pairs of words that have a weight of their own, after those of the other features. */
  readonly phrases: readonly string[];
  readonly heads: Readonly<Record<Act, TrainedHead>>;
  readonly outcomes: Readonly<Record<Outcome, TrainedHead>>;
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

/** Tells what sentences do, and how a call ends. Linear on purpose: small, quick, and its training reproducible. */
export class ActHeads {
  readonly #heads: readonly (readonly [Act, Float32Array])[];

  readonly #outcomes: readonly (readonly [Outcome, Float32Array])[];

  readonly #phrases: ReadonlyMap<string, number>;

  constructor({ heads, outcomes: ofOutcomes, phrases }: TrainedHeads) {
    this.#phrases = new Map(phrases.map((phrase, index) => [phrase, featureCount + index]));
    this.#heads = acts.map((act) => [act, weightsOf(act, heads[act], featureCount + phrases.length)] as const);
    this.#outcomes = outcomes.map((one) => [one, weightsOf(one, ofOutcomes[one], endingFeatureCount)] as const);
  }

  scores(said: Said): ActScores {
    const features = featuresOf(said);
    const phrases = this.#known(said.text);
    const scores = this.#heads.map(
      ([act, weights]) => [act, logistic(dot(weights, features) + phraseValue * sumAt(weights, phrases))] as const,
    );
    return Object.fromEntries(scores) as Record<Act, number>;
  }

  /** How a call ends, by the last words of both sides. */
  ending(sentences: readonly EndingSentence[]): OutcomeScores {
    const features = endingFeaturesOf(sentences);
    return Object.fromEntries(this.#outcomes.map(([one, weights]) => [one, dot(weights, features)])) as Record<
      Outcome,
      number
    >;
  }

  /** How much the words alone hint at each of the acts that a summary is made of: an order among sentences, no likelihood. */
  hints(text: string): readonly number[] {
    const features = wordFeaturesOf(text);
    return this.#heads.flatMap(([act, weights]) =>
      telling.has(act) ? features.reduce((sum, [index, value]) => sum + (weights[index] ?? 0) * value, 0) : [],
    );
  }

  #known(text: string): readonly number[] {
    return [...phrasesIn(text)].flatMap((phrase) => this.#phrases.get(phrase) ?? []);
  }
}

function sumAt(weights: Float32Array, places: readonly number[]): number {
  return places.reduce((sum, place) => sum + (weights[place] ?? 0), 0);
}

function weightsOf(name: string, { scale, weights }: TrainedHead, features: number): Float32Array {
  if (weights.length !== features)
    throw new Error(`The head for ${name} has ${weights.length} weights, not ${features}. Run npm run train.`);
  return Float32Array.from(weights, (weight) => weight * scale);
}

function dot(weights: Float32Array, features: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < features.length; index += 1) sum += (weights[index] ?? 0) * (features[index] ?? 0);
  return sum;
}

const logistic = (value: number) => 1 / (1 + Math.exp(-value));
