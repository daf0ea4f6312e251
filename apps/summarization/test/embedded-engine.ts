import { loadHeads } from '../src/analyse-call/load-engine.ts';
import { TrainedReader } from '../src/call-reading/trained-reader.ts';
import { understand, type Understanding } from '../src/engine/acts/understanding.ts';
import { readDialogue } from '../src/engine/dialogue.ts';
import { EmbeddedEngine } from '../src/engine/embedded-engine.ts';
import type { SentenceEmbedder } from '../src/engine/sentence-embedder.ts';
import type { AnalysisInput, AnalysisResult } from '../src/engine/summary-engine.ts';
import { MiniLmEmbedder } from '../src/sentence-embedding/mini-lm-embedder.ts';

const model = MiniLmEmbedder.load();
const heads = loadHeads();
const reader = TrainedReader.load();

/** The model, asked once for each text: calls of tests repeat their sentences, and it takes nearly all of an analysis. */
const vectors = new Map<string, Promise<readonly Float32Array[]>>();
const remembering: SentenceEmbedder = {
  embed: async (texts) => {
    const all: Float32Array[] = [];
    for (const text of texts) all.push(...(await vectorOf(text)));
    return all;
  },
};

function vectorOf(text: string): Promise<readonly Float32Array[]> {
  const vector = vectors.get(text) ?? model.then((embedder) => embedder.embed([text]));
  vectors.set(text, vector);
  return vector;
}

/** With the real model and the committed heads: what a sentence is taken for is part of what is tested. */
export async function analysed(input: AnalysisInput): Promise<AnalysisResult> {
  return new EmbeddedEngine({ embedder: remembering, heads: await heads, reader: await reader }).analyse(input);
}

export async function analysedWithoutCache(input: AnalysisInput): Promise<AnalysisResult> {
  return new EmbeddedEngine({ embedder: await model, heads: await heads, reader: await reader }).analyse(input);
}

export async function understood(input: AnalysisInput): Promise<Understanding> {
  return understand(await readDialogue(input.segments), {
    embedder: remembering,
    heads: await heads,
    reader: await reader,
  });
}
