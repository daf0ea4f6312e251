import * as tokenizers from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { dimensions, type SentenceEmbedder } from '../engine/sentence-embedder.ts';
import { readModelFiles } from './model-files.ts';

interface Tokenizer {
  encode(text: string): { readonly ids: readonly number[] };
}

// The package's declarations import each other without file endings, which this module resolution does not follow.
const { Tokenizer: PackagedTokenizer } = tokenizers as unknown as {
  readonly Tokenizer: new (tokenizer: object, config: object) => Tokenizer;
};

// Some fifty words; more change the meaning of a sentence little, and time grows with each.
const mostTokens = 64;
// [SEP] closes also a sentence that was cut.
const separator = 102;

/** all-MiniLM-L6-v2 in this process, from files of this repository: no network. Loaded once, a sentence at a time. */
export class MiniLmEmbedder implements SentenceEmbedder {
  readonly #session: InferenceSession;
  readonly #tokenizer: Tokenizer;

  private constructor(session: InferenceSession, tokenizer: Tokenizer) {
    this.#session = session;
    this.#tokenizer = tokenizer;
  }

  /** Rejects when a file is missing or is not the one that this version was built with. */
  static async load(folder?: URL): Promise<MiniLmEmbedder> {
    const { model, tokenizer } = await readModelFiles(folder);
    // One thread: several calls are analysed by several processes, and the machine serves requests meanwhile.
    const session = await InferenceSession.create(model, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      enableCpuMemArena: false,
      logSeverityLevel: 3,
      // Without it, sums of products overflow on processors without VNNI, and a sentence has another vector there than elsewhere.
      extra: { session: { x64quantprecision: '1' } },
    });
    return new MiniLmEmbedder(session, new PackagedTokenizer(tokenizer, {}));
  }

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    // Not in one batch: with dynamic int8 a row would depend on the others.
    for (const text of texts) vectors.push(await this.#embedOne(text));
    return vectors;
  }

  async #embedOne(text: string): Promise<Float32Array> {
    const all = this.#tokenizer.encode(text).ids;
    const ids = all.length > mostTokens ? [...all.slice(0, mostTokens - 1), separator] : all;
    const shape = [1, ids.length];
    const { embedding } = await this.#session.run({
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
    });
    const vector = embedding?.data;
    if (!(vector instanceof Float32Array) || vector.length !== dimensions)
      throw new Error(`The embedding model did not answer with ${dimensions} numbers.`);
    return vector;
  }
}
