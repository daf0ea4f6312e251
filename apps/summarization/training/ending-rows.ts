import { endingFeaturesOf, type EndingSentence } from '../src/engine/acts/ending.ts';
import { readDialogue } from '../src/engine/dialogue.ts';
import { remembering } from '../src/engine/remembering.ts';
import type { SentenceEmbedder } from '../src/engine/sentence-embedder.ts';
import type { EndingRow } from './outcome-regression.ts';
import type { Closing } from './read-bank.ts';

/** Each closing as the engine would see it at the end of a call: taken apart the same way. */
export async function endingRows(
  closings: readonly Closing[],
  embedder: SentenceEmbedder,
): Promise<readonly EndingRow[]> {
  const embed = remembering(embedder);
  const rows: EndingRow[] = [];
  for (const { outcome, turns } of closings) {
    const { sentences } = await readDialogue(
      turns.map((turn, index) => ({ ...turn, start_ms: index * 1000, end_ms: index * 1000 + 999 })),
    );
    const ends: EndingSentence[] = [];
    for (const { speaker, words, raw } of sentences) ends.push({ speaker, words, embedding: await embed(raw) });
    rows.push({ outcome, features: endingFeaturesOf(ends) });
  }
  return rows;
}
