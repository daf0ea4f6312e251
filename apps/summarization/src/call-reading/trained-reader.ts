import { InferenceSession, Tensor } from 'onnxruntime-node';
import { outcomes } from '../engine/acts/ending.ts';
import type { Pause } from '../engine/dialogue.ts';
import {
  charactersRead,
  unitKinds,
  wordKinds,
  type CallReader,
  type ReadCall,
  type ReadWord,
} from '../engine/reading.ts';
import type { AnalysedSegment, Outcome } from '../engine/summary-engine.ts';
import { readReaderFiles } from './reader-files.ts';
import { featureCount, featuresOf, unitsOf, windowsOf, type Unit, type Window } from './windows.ts';
import { WordTokens, type TokenizedText } from './word-tokens.ts';

const width = 384;
// Units look at each other: a call of three hours is read in blocks, so that the work stays linear.
const block = 384;
const aroundBlock = 64;

/** The trained reader in this process, from files of this repository: no network. */
export class TrainedReader implements CallReader {
  readonly #words: InferenceSession;
  readonly #units: InferenceSession;
  readonly #tokens: WordTokens;

  private constructor(words: InferenceSession, units: InferenceSession, tokens: WordTokens) {
    this.#words = words;
    this.#units = units;
    this.#tokens = tokens;
  }

  /** Rejects when a file is missing or is not the one that this version was built with. */
  static async load(folder?: URL): Promise<TrainedReader> {
    const { words, units, tokenizer } = await readReaderFiles(folder);
    const [ofWords, ofUnits] = await Promise.all([sessionOf(words), sessionOf(units)]);
    return new TrainedReader(ofWords, ofUnits, new WordTokens(tokenizer));
  }

  async read(segments: readonly AnalysedSegment[], pause?: Pause): Promise<ReadCall> {
    const texts = segments.map(({ text }) => this.#tokens.of(text.slice(0, charactersRead)));
    const units = segments.flatMap(({ speaker }, index) =>
      unitsOf(index, speaker === 'rep' ? 0 : 1, (texts[index] as TokenizedText).ids),
    );
    const pooled = new Float32Array(units.length * 2 * width);
    const tokens = texts.map(({ ids }) => new Float32Array(Math.max(1, ids.length) * wordKinds.length));
    for (const window of windowsOf(units)) {
      await this.#readWindow(window, units, pooled, tokens);
      await pause?.();
    }
    const { kinds, ending } = await this.#readUnits(units, pooled);
    return {
      unit: (segment, kind) => kinds[segment]?.[unitKinds.indexOf(kind)] ?? 0,
      words: (segment) => wordsOf(texts[segment], tokens[segment]),
      outcomes: ending,
    };
  }

  async #readWindow(
    { ids, sides, units: own }: Window,
    units: readonly Unit[],
    pooled: Float32Array,
    tokens: readonly Float32Array[],
  ) {
    const shape = [1, ids.length];
    const { states, words } = await this.#words.run({
      ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      types: new Tensor('int64', BigInt64Array.from(sides, BigInt), shape),
    });
    const [rows, likely] = [floats(states), floats(words)];
    for (const { unit, first, last } of own) {
      pool(rows, first, last, pooled.subarray(unit * 2 * width, (unit + 1) * 2 * width));
      const { segment, offset } = units[unit] as Unit;
      const into = tokens[segment] as Float32Array;
      into.set(likely.subarray(first * wordKinds.length, last * wordKinds.length), offset * wordKinds.length);
    }
  }

  async #readUnits(units: readonly Unit[], pooled: Float32Array) {
    const features = featuresOf(units);
    const kinds: Float32Array[] = [];
    let ending: Float32Array = new Float32Array(outcomes.length);
    for (let start = 0; start < units.length; start += block) {
      const [from, to] = [Math.max(0, start - aroundBlock), Math.min(units.length, start + block + aroundBlock)];
      const answer = await this.#units.run({
        pooled: new Tensor('float32', pooled.slice(from * 2 * width, to * 2 * width), [to - from, 2 * width]),
        features: new Tensor('float32', features.slice(from * featureCount, to * featureCount), [
          to - from,
          featureCount,
        ]),
      });
      const rows = floats(answer['kinds']);
      ending = floats(answer['outcome']);
      for (let unit = start; unit < Math.min(units.length, start + block); unit += 1)
        merge(
          kinds,
          (units[unit] as Unit).segment,
          rows.subarray((unit - from) * unitKinds.length, (unit - from + 1) * unitKinds.length),
        );
    }
    const likely = Object.fromEntries(outcomes.map((one, index) => [one, ending[index] ?? 0])) as Record<
      Outcome,
      number
    >;
    return { kinds, ending: likely };
  }
}

async function sessionOf(model: Buffer): Promise<InferenceSession> {
  return InferenceSession.create(model, {
    // One thread: several calls are analysed by several processes, and the machine serves requests meanwhile.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena: false,
    logSeverityLevel: 3,
    // Without it, sums of products overflow on processors without VNNI, and a call has another summary there than elsewhere.
    extra: { session: { x64quantprecision: '1' } },
  });
}

function floats(tensor: Tensor | undefined): Float32Array {
  if (tensor?.data instanceof Float32Array) return tensor.data;
  throw new Error('The reader did not answer with numbers.');
}

/** Mean and maximum of the states of a unit's tokens. */
function pool(rows: Float32Array, first: number, last: number, into: Float32Array): void {
  into.fill(-Infinity, width);
  for (let row = first; row < last; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const value = rows[row * width + column] as number;
      into[column] = (into[column] as number) + value / (last - first);
      if (value > (into[width + column] as number)) into[width + column] = value;
    }
  }
}

/** A long segment is what its likeliest part is. */
function merge(kinds: Float32Array[], segment: number, row: Float32Array): void {
  const known = kinds[segment];
  kinds[segment] =
    known === undefined ? row.slice() : known.map((value, index) => Math.max(value, row[index] as number));
}

/** A word is what its likeliest token is. */
function wordsOf(text: TokenizedText | undefined, tokens: Float32Array | undefined): readonly ReadWord[] {
  if (text === undefined || tokens === undefined) return [];
  return text.words.map(({ start, end, first, last }) => {
    const kinds = tokens.slice(first * wordKinds.length, (first + 1) * wordKinds.length);
    for (let at = (first + 1) * wordKinds.length; at < last * wordKinds.length; at += 1)
      kinds[at % wordKinds.length] = Math.max(kinds[at % wordKinds.length] as number, tokens[at] as number);
    return { start, end, kinds };
  });
}
