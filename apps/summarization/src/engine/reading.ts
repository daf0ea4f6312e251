import type { Pause, Sentence } from './dialogue.ts';
import type { AnalysedSegment, Outcome } from './summary-engine.ts';

/** What a segment can be in a call, as the annotators of the corpus mark it. */
export const unitKinds = [
  'action_rep',
  'action_prospect',
  'objection',
  'response',
  'decision',
  'moment',
  'salient',
  'not_action',
  'not_objection',
  'not_decision',
  'promise',
  'request',
  'acceptance',
  'due',
  'next_step',
  'proposal',
  'agreement',
  'outcome',
] as const;
export type UnitKind = (typeof unitKinds)[number];

/** What a word can be part of. */
export const wordKinds = [
  'action',
  'objection',
  'response',
  'decision',
  'due',
  'offer',
  'need',
  'price',
  'quantity',
  'competitor',
  'decider',
  'deadline',
  'place',
  'object',
] as const;
export type WordKind = (typeof wordKinds)[number];

/** A word of a segment's text, and how likely it is part of what, in the order of `wordKinds`. */
export interface ReadWord {
  readonly start: number;
  readonly end: number;
  readonly kinds: Float32Array;
}

/** Of one segment; people speak less without a pause. */
export const charactersRead = 1_200;

/** Reads a call as a whole: what a turn is depends on those around it. */
export interface CallReader {
  read(segments: readonly AnalysedSegment[], pause?: Pause): Promise<ReadCall>;
}

export interface ReadCall {
  /** From 0 to 1: how likely the segment at this place is what. */
  readonly unit: (segment: number, kind: UnitKind) => number;
  readonly words: (segment: number) => readonly ReadWord[];
  readonly outcomes: Readonly<Record<Outcome, number>>;
}

const columnOf = Object.fromEntries(wordKinds.map((kind, column) => [kind, column])) as Record<WordKind, number>;

export const likelihood = ({ kinds }: ReadWord, kind: WordKind): number => kinds[columnOf[kind]] as number;

/** The words of a sentence, of those of its segment. */
export const wordsOf = (call: ReadCall, { segment, start, raw }: Sentence): readonly ReadWord[] =>
  call.words(segment).filter((word) => word.start >= start && word.end <= start + raw.length);

/** How likely the words of a clause are part of what: their mean. */
export function clauseScore(call: ReadCall, sentence: Sentence, kind: WordKind): number {
  const own = wordsOf(call, sentence);
  return own.reduce((sum, word) => sum + likelihood(word, kind), 0) / Math.max(1, own.length);
}

/** How likely the words of a sentence that a text keeps are part of what: their mean. */
export function keptScore(call: ReadCall, sentence: Sentence, text: string, kind: WordKind): number {
  const { start, raw } = sentence;
  const kept = new Set(wordsIn(text));
  let [sum, count] = [0, 0];
  for (const word of wordsOf(call, sentence)) {
    if (!wordsIn(raw.slice(word.start - start, word.end - start)).some((one) => kept.has(one))) continue;
    sum += likelihood(word, kind);
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * How likely a clause carries what its segment is: as likely as the segment is that, for the clause that holds most of it, and in
 * proportion less for the others.
 */
export function carriers(call: ReadCall, sentences: readonly Sentence[]) {
  const ofSegment = new Map<number, Sentence[]>();
  for (const sentence of sentences) {
    const known = ofSegment.get(sentence.segment);
    if (known === undefined) ofSegment.set(sentence.segment, [sentence]);
    else known.push(sentence);
  }
  const most = new Map<string, number>();
  return (sentence: Sentence, unit: UnitKind, word: WordKind): number => {
    const own = ofSegment.get(sentence.segment) ?? [];
    const likely = call.unit(sentence.segment, unit);
    if (own.length < 2) return likely;
    const key = `${sentence.segment} ${word}`;
    const best = most.get(key) ?? Math.max(...own.map((one) => clauseScore(call, one, word)));
    most.set(key, best);
    return best === 0 ? likely : (likely * clauseScore(call, sentence, word)) / best;
  };
}
