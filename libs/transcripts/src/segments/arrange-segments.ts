import type { Segment, SpeakerSide } from './segment.ts';

/** In order of `start_ms`; segments that start together keep their order. */
export function normaliseSegments(segments: readonly Segment[]): readonly Segment[] {
  return segments.toSorted((one, other) => one.start_ms - other.start_ms);
}

/** The last `end_ms`, rounded up to seconds; the segment that ends last need not be the last one. */
export function durationSeconds(segments: readonly Segment[]): number {
  return Math.ceil(segments.reduce((last, segment) => Math.max(last, segment.end_ms), 0) / 1000);
}

/** What one side says until the other speaks. */
export interface Turn {
  readonly speaker: SpeakerSide;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly text: string;
  /** Positions of the turn's segments, in the array that was given. */
  readonly segmentIndexes: readonly number[];
}

/** Joins consecutive segments of one speaker. Expects segments in order (`normaliseSegments`). */
export function turns(segments: readonly Segment[]): readonly Turn[] {
  const runs: number[][] = [];
  segments.forEach(({ speaker }, index) => {
    const run = index > 0 && segments[index - 1]?.speaker === speaker ? runs.at(-1) : undefined;
    if (run) run.push(index);
    else runs.push([index]);
  });
  return runs.map((run) => turnOf(segments, run));
}

function turnOf(segments: readonly Segment[], segmentIndexes: readonly number[]): Turn {
  const first = segmentIndexes[0] ?? 0;
  const said = segments.slice(first, first + segmentIndexes.length);
  return {
    speaker: said[0]?.speaker ?? 'rep',
    start_ms: said[0]?.start_ms ?? 0,
    end_ms: said.reduce((last, segment) => Math.max(last, segment.end_ms), 0),
    text: said.map((segment) => segment.text).join(' '),
    segmentIndexes,
  };
}
