import type { Segment } from './transcript.ts';

/** Where a segment says what the user searches for. */
export interface Hit {
  /** Of the segment. */
  readonly index: number;
  /** As the segment has it. */
  readonly text: string;
}

/** The segments that say it, in upper or lower case, in the order of the call. Nothing is found by white space alone. */
export function searchTranscript(segments: readonly Segment[], query: string): readonly Hit[] {
  const wanted = query.trim();
  if (wanted === '') return [];
  const words = wanted.split(/\s+/u).map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`));
  const pattern = new RegExp(words.join(String.raw`\s+`), 'iu');
  return segments.flatMap(({ text }, index) => {
    const found = pattern.exec(text);
    return found === null ? [] : [{ index, text: found[0] }];
  });
}
