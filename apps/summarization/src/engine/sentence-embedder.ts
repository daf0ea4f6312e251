/** Turns sentences into points of a space in which neighbours mean alike. The same sentence always gets the same point. */
export interface SentenceEmbedder {
  /** One vector of `dimensions` numbers, of length 1, for each text. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

export const dimensions = 384;
