import { endingFeaturesOf, type EndingSentence } from '../src/engine/acts/ending.ts';
import { readDialogue } from '../src/engine/dialogue.ts';
import { remembering } from '../src/engine/remembering.ts';
import type { SentenceEmbedder } from '../src/engine/sentence-embedder.ts';
import type { EndingRow } from './outcome-regression.ts';
import { randomFrom } from './random.ts';
import type { Closing, Example, Turn } from './read-bank.ts';

// Turns of talk before the closing. On a call there are always some, and the last words of a side reach into them.
const before = [0, 6, 20];
// What says nothing about the end.
const talk: ReadonlySet<string> = new Set(['none', 'answer', 'question', 'pitch', 'past', 'objection', 'small_talk']);

/** Each closing as the engine would see it: alone, and at the end of a call. Where nobody talks business, nothing comes before. */
export async function endingRows(
  closings: readonly Closing[],
  bank: readonly Example[],
  embedder: SentenceEmbedder,
  seed: number,
): Promise<readonly EndingRow[]> {
  const random = randomFrom(seed);
  const embed = remembering(embedder);
  const fillers = bank.filter(({ labels }) => labels.every((label) => talk.has(label)));
  const rows: EndingRow[] = [];
  for (const { outcome, turns } of closings) {
    for (const count of before) {
      const talked = outcome === 'no_outcome' ? [] : Array.from({ length: count }, () => one(fillers, random));
      rows.push({ outcome, features: endingFeaturesOf(await sentencesOf([...talked, ...turns], embed)) });
    }
  }
  return rows;
}

const one = (fillers: readonly Example[], random: () => number) =>
  fillers[Math.floor(random() * fillers.length)] as Turn;

async function sentencesOf(
  turns: readonly Turn[],
  embed: (text: string) => Promise<Float32Array>,
): Promise<readonly EndingSentence[]> {
  const segments = turns.map(({ speaker, text }, index) => ({
    speaker,
    text,
    start_ms: index * 1000,
    end_ms: index * 1000 + 999,
  }));
  const ends: EndingSentence[] = [];
  for (const { speaker, words, raw } of (await readDialogue(segments)).sentences)
    ends.push({ speaker, words, embedding: await embed(raw) });
  return ends;
}
