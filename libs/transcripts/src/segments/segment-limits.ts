import type { Segment } from './segment.ts';

/** What one call may hold. */
export const segmentLimits = {
  segments: 20_000,
  durationMs: 12 * 60 * 60 * 1000,
  charactersPerSegment: 10_000,
} as const;

/** One thing wrong with a transcript; `field` as in `transcript[3].start_ms`. */
export interface SegmentProblem {
  readonly field: string;
  readonly message: string;
}

const MOST_PROBLEMS = 100;

/** Everything that keeps these segments from being a call's transcript, the first hundred problems; none: empty. */
export function findSegmentProblems(segments: readonly Segment[], field = 'transcript'): readonly SegmentProblem[] {
  const problems: SegmentProblem[] = [];
  if (segments.length > segmentLimits.segments) {
    problems.push({ field, message: `has ${segments.length} segments; at most ${segmentLimits.segments} are allowed` });
  }
  for (const [index, segment] of segments.entries()) {
    if (problems.length >= MOST_PROBLEMS) break;
    for (const [name, message] of problemsOf(segment)) problems.push({ field: `${field}[${index}].${name}`, message });
  }
  return problems.slice(0, MOST_PROBLEMS);
}

function problemsOf({ start_ms, end_ms, text }: Segment): (readonly [name: string, message: string])[] {
  const problems: (readonly [string, string])[] = [];
  if (!Number.isSafeInteger(start_ms) || start_ms < 0)
    problems.push(['start_ms', 'must be a whole number of at least 0']);
  if (!Number.isSafeInteger(end_ms)) problems.push(['end_ms', 'must be a whole number']);
  else if (end_ms < start_ms) problems.push(['end_ms', 'must not be before start_ms']);
  else if (end_ms > segmentLimits.durationMs) problems.push(['end_ms', 'must not be later than 12 hours (43200000)']);
  if (exceeds(text, segmentLimits.charactersPerSegment)) {
    problems.push(['text', `must have at most ${segmentLimits.charactersPerSegment} characters`]);
  }
  return problems;
}

/** Characters are counted as JSON Schema counts them: code points, so an emoji is one. */
function exceeds(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  return Array.from(text).length > limit;
}
