import type { Sentence } from './dialogue.ts';
import { likelihood, wordsOf, type ReadCall } from './reading.ts';

const kinds = ['need', 'price', 'decider'] as const;
export type SpanKind = (typeof kinds)[number];

/** Words of one clause that name something, as said. */
export interface Span {
  readonly kind: SpanKind;
  readonly text: string;
  readonly sentence: Sentence;
  /** How likely its likeliest word is that, from 0 to 1. */
  readonly weight: number;
  /** How likely a short summary of the call rests on its segment, from 0 to 1. */
  readonly salience: number;
}

// Less likely words are right less often than wrong; beside a likely one they belong to it.
const likelyEnough = 0.5;
const beside = 0.2;

/** The words that the reader takes for something, where they are together in one clause. */
export function spansOf(call: ReadCall, sentences: readonly Sentence[]): readonly Span[] {
  return sentences.flatMap((sentence) => {
    const { segment, start, raw } = sentence;
    const words = wordsOf(call, sentence);
    return kinds.flatMap((kind) => {
      const spans: Span[] = [];
      let first = 0;
      for (let at = 0; at <= words.length; at += 1) {
        const word = words[at];
        if (word !== undefined && likelihood(word, kind) >= beside) continue;
        const own = words.slice(first, at);
        const [from, to] = [own[0], own.at(-1)];
        if (from !== undefined && to !== undefined && own.some((one) => likelihood(one, kind) >= likelyEnough))
          spans.push({
            kind,
            text: raw.slice(from.start - start, to.end - start),
            sentence,
            weight: Math.max(...own.map((one) => likelihood(one, kind))),
            salience: call.unit(segment, 'salient'),
          });
        first = at + 1;
      }
      return spans;
    });
  });
}
