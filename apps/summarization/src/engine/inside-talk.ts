import { plainText } from './dialogue.ts';
import type { AnalysedSegment } from './summary-engine.ts';

const request = /\b(?:can|could|would|will) (?:you|one of you)\b/;
const promised =
  /^(?:(?:oh|ah|um|uh|well|and)[\s,]+)*(?:sure|yes|yeah|yep|yup|aye|no problem|no worries|of course|ok(?:ay)?|will do|can do|certainly|absolutely)\b[\s,.!]*(?:\p{L}+[\s,.!]+){0,2}(?:i|we)(?:'ll| will)\b/u;
// Of speech without punctuation the whole end is a sentence.
const sentence = /[^.!?…]+[.!?…"'”’)\]\s]*/g;
const longestEnd = 300;

/**
 * What the sides say to each other. Where one side asks and the same side says yes and promises, two of its people talk among themselves:
 * neither the question nor the promise is for the other side.
 */
export function withoutInsideTalk(segments: readonly AnalysedSegment[]): readonly AnalysedSegment[] {
  const kept: AnalysedSegment[] = [];
  for (const segment of segments) {
    const before = kept.at(-1);
    const asked = before?.speaker === segment.speaker ? questionAtEnd(before.text) : null;
    if (before !== undefined && asked !== null && promised.test(plainText(segment.text)))
      kept[kept.length - 1] = { ...before, text: before.text.slice(0, before.text.length - asked.length) };
    else kept.push(segment);
  }
  return kept.length === segments.length ? segments : kept;
}

/** As it is written at the end of a text, with a sentence after it at most. */
function questionAtEnd(text: string): string | null {
  const ends = text.slice(-longestEnd).match(sentence)?.slice(-2) ?? [];
  const asks = (one: string) => one.includes('?') || request.test(plainText(one));
  const from = ends.findLastIndex(asks);
  return from === -1 ? null : ends.slice(from).join('');
}
