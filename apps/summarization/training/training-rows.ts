import { phrasesIn } from '../src/engine/acts/phrases.ts';
import { featuresOf } from '../src/engine/acts/features.ts';
import { plainText } from '../src/engine/dialogue.ts';
import { remembering } from '../src/engine/remembering.ts';
import type { SentenceEmbedder } from '../src/engine/sentence-embedder.ts';
import { randomFrom } from './random.ts';
import type { Example, Turn } from './read-bank.ts';

export interface TrainingRow {
  readonly example: number;
  readonly features: Float32Array;
  /** Places in the list of phrases. */
  readonly phrases: readonly number[];
  readonly labels: ReadonlySet<string>;
  readonly weight: number;
}

interface Variant {
  readonly text: string;
  readonly previous: string | null;
  /** As a speech recogniser writes it. */
  readonly recognised: boolean;
  readonly weight: number;
}

/**
 * Each example in three forms. On a call nearly every sentence has one before it, in the bank only some have: those without get random
 * ones of the other side, so that the mere presence of a turn before says nothing. One form is written as a speech recogniser would.
 */
export async function trainingRows(
  examples: readonly Example[],
  phrases: readonly string[],
  embedder: SentenceEmbedder,
  seed: number,
): Promise<readonly TrainingRow[]> {
  const random = randomFrom(seed);
  const embed = remembering(embedder);
  const places = new Map(phrases.map((phrase, place) => [phrase, place]));
  const rows: TrainingRow[] = [];
  for (const [index, example] of examples.entries()) {
    const labels = new Set<string>(example.labels);
    for (const variant of variantsOf(example, examples, random)) {
      const text = variant.recognised ? asRecognised(variant.text) : variant.text;
      const previous =
        variant.recognised && variant.previous !== null ? asRecognised(variant.previous) : variant.previous;
      const features = featuresOf({
        text: plainText(text),
        embedding: await embed(text),
        previous: previous === null ? null : { text: plainText(previous), embedding: await embed(previous) },
      });
      const known = [...phrasesIn(plainText(text))].flatMap((phrase) => places.get(phrase) ?? []);
      rows.push({ example: index, features, phrases: known, labels, weight: variant.weight });
    }
  }
  return rows;
}

// What fewer sentences have in common is chance.
const leastExamples = 4;

/** Words and pairs of words that several sentences share, in alphabetical order. */
export function commonPhrases(examples: readonly Example[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text } of examples)
    for (const phrase of phrasesIn(plainText(text))) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  return [...counts].flatMap(([phrase, count]) => (count >= leastExamples ? phrase : [])).sort();
}

function variantsOf(example: Example, all: readonly Example[], random: () => number): readonly Variant[] {
  const { text, speaker } = example;
  const previous = example.previous?.text ?? null;
  if (previous !== null)
    return [
      { text, previous, recognised: false, weight: 0.5 },
      { text, previous, recognised: true, weight: 0.4 },
      { text, previous: null, recognised: false, weight: 0.1 },
    ];
  return [
    { text, previous: null, recognised: false, weight: 0.4 },
    { text, previous: stranger(all, speaker, random).text, recognised: false, weight: 0.3 },
    { text, previous: stranger(all, speaker, random).text, recognised: true, weight: 0.3 },
  ];
}

function stranger(all: readonly Example[], speaker: string, random: () => number): Turn {
  for (;;) {
    const found = all[Math.floor(random() * all.length)];
    if (found !== undefined && found.speaker !== speaker) return found;
  }
}

const asRecognised = (text: string) =>
  text
    .toLowerCase()
    .replace(/[.,;:!?…“”"—–]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
