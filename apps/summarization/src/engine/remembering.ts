import type { SentenceEmbedder } from './sentence-embedder.ts';

/** Embeds each different sentence once. */
export function remembering(embedder: SentenceEmbedder): (text: string) => Promise<Float32Array> {
  const known = new Map<string, Float32Array>();
  return async (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const [vector] = await embedder.embed([text]);
    if (vector === undefined) throw new Error('The embedder gave no vector.');
    known.set(text, vector);
    return vector;
  };
}
