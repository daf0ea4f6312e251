import { loadEngine, loadHeads } from '../src/analyse-call/load-engine.ts';
import { understand, type Understanding } from '../src/engine/acts/understanding.ts';
import { readDialogue } from '../src/engine/dialogue.ts';
import type { AnalysisInput, AnalysisResult } from '../src/engine/summary-engine.ts';
import { MiniLmEmbedder } from '../src/sentence-embedding/mini-lm-embedder.ts';

const loaded = Promise.all([MiniLmEmbedder.load(), loadHeads()]);
const engine = loadEngine();

/** With the real model and the committed heads: what a sentence is taken for is part of what is tested. */
export async function analysed(input: AnalysisInput): Promise<AnalysisResult> {
  return (await engine).analyse(input);
}

export async function understood(input: AnalysisInput): Promise<Understanding> {
  const [embedder, heads] = await loaded;
  return understand(await readDialogue(input.segments), { embedder, heads });
}
