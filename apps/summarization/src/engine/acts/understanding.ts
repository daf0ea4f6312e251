import type { Dialogue, Pause, Sentence, Turn } from '../dialogue.ts';
import { plainText } from '../dialogue.ts';
import type { SentenceEmbedder } from '../sentence-embedder.ts';
import { dimensions } from '../sentence-embedder.ts';
import type { ActHeads, ActScores } from './heads.ts';

/** A call, and what each of its sentences does. */
export interface Understanding {
  readonly dialogue: Dialogue;
  readonly scoresOf: (sentence: Sentence) => ActScores;
  /** From -1 to 1: how near two sentences are in meaning. */
  readonly likeness: (left: Sentence, right: Sentence) => number;
}

export interface Reading {
  readonly embedder: SentenceEmbedder;
  readonly heads: ActHeads;
  readonly pause?: Pause | undefined;
  /** More sentences than this, which no conversation has, are read by their words alone. */
  readonly mostEmbedded?: number;
}

const defaultMostEmbedded = 8_000;
const unknown = new Float32Array(dimensions);

export async function understand(dialogue: Dialogue, reading: Reading): Promise<Understanding> {
  const { heads } = reading;
  const vectors = new Vectors(reading);
  const scores: ActScores[] = [];
  const points: Float32Array[] = [];
  for (const turn of dialogue.turns) {
    const before = lastWords(dialogue.turns[turn.index - 1]);
    for (const [position, sentence] of turn.sentences.entries()) {
      if (sentence.index % 200 === 199) await reading.pause?.();
      const embedding = await vectors.of(sentence.raw);
      const context = before !== null && answersStill(turn, position) ? before : null;
      const previous = context === null ? null : { text: plainText(context), embedding: await vectors.of(context) };
      scores.push(heads.scores({ text: sentence.text, embedding, previous }));
      points.push(embedding);
    }
  }
  return {
    dialogue,
    scoresOf: (sentence) => scores[sentence.index] as ActScores,
    likeness: (left, right) => dot(points[left.index] ?? unknown, points[right.index] ?? unknown),
  };
}

/** The end of a turn: what the next one answers. A short last sentence takes the one before along. */
function lastWords(turn: Turn | undefined): string | null {
  const last = turn?.sentences.at(-1);
  if (last === undefined) return null;
  const before = turn?.sentences.at(-2);
  return last.words < 5 && before !== undefined ? `${before.raw} ${last.raw}` : last.raw;
}

/** "Okay. The twelfth it is." answers with its second sentence; the fourth is about something else. */
function answersStill({ sentences }: Turn, position: number): boolean {
  const words = sentences.slice(0, Math.min(position, 4)).reduce((sum, sentence) => sum + sentence.words, 0);
  return position < 4 && words <= 14;
}

class Vectors {
  readonly #embedder: SentenceEmbedder;
  readonly #most: number;
  readonly #known = new Map<string, Float32Array>();

  constructor({ embedder, mostEmbedded }: Reading) {
    this.#embedder = embedder;
    this.#most = mostEmbedded ?? defaultMostEmbedded;
  }

  async of(text: string): Promise<Float32Array> {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= this.#most) return unknown;
    const [vector = unknown] = await this.#embedder.embed([text]);
    this.#known.set(text, vector);
    return vector;
  }
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += (left[index] ?? 0) * (right[index] ?? 0);
  return sum;
}
