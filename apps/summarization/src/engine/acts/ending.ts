import { dimensions } from '../sentence-embedder.ts';
import type { Outcome, Speaker } from '../summary-engine.ts';

export const outcomes = ['won', 'lost', 'follow_up', 'no_outcome'] as const satisfies readonly Outcome[];

/** How much speaks for each outcome; only the differences count. */
export type OutcomeScores = Readonly<Record<Outcome, number>>;

/** What is known of a sentence for the end of a call; in order of the call. */
export interface EndingSentence {
  readonly speaker: Speaker;
  readonly words: number;
  /** Null where it was left over, see `embedding-budget.ts`. */
  readonly embedding: Float32Array | null;
}

const lastOfEachSide = 6;
const prospectScale = 3;
const repScale = 2;
const lengths = [40, 80, 160, 320] as const;

export const endingFeatureCount = 2 * dimensions + lengths.length + 2;

/** One row for the head of the outcome: the mean of what each side says last, and how short and one-sided the call is. */
export function endingFeaturesOf(sentences: readonly EndingSentence[]): Float32Array {
  const row = new Float32Array(endingFeatureCount);
  row.set(meanOfLast(sentences, 'prospect', prospectScale), 0);
  row.set(meanOfLast(sentences, 'rep', repScale), dimensions);
  const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  const rest = lengths.map((length) => (words < length ? 0.5 : 0));
  const sides = new Set(sentences.map(({ speaker }) => speaker)).size;
  row.set([...rest, sides < 2 ? 1 : 0, 1], 2 * dimensions);
  return row;
}

function meanOfLast(sentences: readonly EndingSentence[], side: Speaker, scale: number): Float32Array {
  const sum = new Float32Array(dimensions);
  let taken = 0;
  for (let index = sentences.length - 1; index >= 0 && taken < lastOfEachSide; index -= 1) {
    const { speaker, embedding } = sentences[index] as EndingSentence;
    if (speaker !== side || embedding === null) continue;
    for (let place = 0; place < dimensions; place += 1) sum[place] = (sum[place] ?? 0) + (embedding[place] ?? 0);
    taken += 1;
  }
  const length = Math.hypot(...sum);
  return length === 0 ? sum : sum.map((value) => (value * scale) / length);
}
