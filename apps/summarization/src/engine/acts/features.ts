import { dimensions } from '../sentence-embedder.ts';
import { cues } from './cues.ts';

/** What is said, and what was said just before it by the other side. Not by whom: sides in exchange give owners in exchange. */
export interface Said {
  /** Lower-case, with straight apostrophes. */
  readonly text: string;
  readonly embedding: Float32Array;
  readonly previous: Previous | null;
}

export interface Previous {
  readonly text: string;
  readonly embedding: Float32Array;
}

// Embeddings have length 1 in 384 dimensions; without the factor the few cues would outweigh them.
const embeddingScale = 2.5;
const previousScale = 1.2;

const lengths = [1, 2, 4, 7, 11, 17, 26] as const;
const shape = {
  own: 0,
  previous: dimensions,
  cues: 2 * dimensions,
  previousCues: 2 * dimensions + cues.length,
  lengths: 2 * dimensions + 2 * cues.length,
  rest: 2 * dimensions + 2 * cues.length + lengths.length,
} as const;

export const featureCount = shape.rest + 6;

/** One row for the heads, the same in training and in use. */
export function featuresOf({ text, embedding, previous }: Said): Float32Array {
  const row = new Float32Array(featureCount);
  for (let index = 0; index < dimensions; index += 1) row[shape.own + index] = (embedding[index] ?? 0) * embeddingScale;
  for (const [index, value] of wordFeaturesOf(text)) row[index] = value;
  if (previous !== null) {
    for (let index = 0; index < dimensions; index += 1)
      row[shape.previous + index] = (previous.embedding[index] ?? 0) * previousScale;
    for (const [index, [, pattern]] of cues.entries())
      if (pattern.test(previous.text)) row[shape.previousCues + index] = 0.5;
    row[shape.rest] = 0.5;
  }
  const words = wordsIn(text);
  row[shape.rest + 1] = previous !== null && words <= 4 ? 1 : 0;
  if (previous !== null) {
    const repeated = repetition(text, previous.text);
    row[shape.rest + 3] = repeated;
    row[shape.rest + 4] = repeated > 0 && words <= 8 ? 1 : 0;
    row[shape.rest + 5] = /\?/.test(previous.text) ? 0.5 : 0;
  }
  return row;
}

/** Place and value of the features that the words of a sentence give by themselves: all that is known of it before it is embedded. */
export function wordFeaturesOf(text: string): readonly (readonly [index: number, value: number])[] {
  const words = wordsIn(text);
  return [
    ...cues.flatMap(([, pattern], index) => (pattern.test(text) ? [[shape.cues + index, 1] as const] : [])),
    ...lengths.flatMap((length, index) => (words <= length ? [[shape.lengths + index, 0.5] as const] : [])),
    [shape.rest + 2, 1],
  ];
}

const wordsIn = (text: string) => text.split(/\s+/).length;

/** The share of its words of content that the other side has just used: "Tenth." after "Then we make it the tenth." */
export function repetition(text: string, previous: string): number {
  const own = contentOf(text);
  if (own.length === 0) return 0;
  const before = new Set(contentOf(previous));
  return own.filter((word) => before.has(word)).length / own.length;
}

const emptyWords = new Set(
  "the and you your our are was were will would can could shall should for with that this those these from have has had not but yes yeah yep sure okay right well then what when how who about just also its it's i'll we'll i'm we're get got let's there here them they him her his she all any some one out off good great fine".split(
    ' ',
  ),
);
const contentOf = (text: string) =>
  (text.match(/[\p{L}\p{N}][\p{L}\p{N}'-]+/gu) ?? []).filter((word) => word.length > 2 && !emptyWords.has(word));
