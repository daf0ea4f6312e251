import type { Segment } from '@ci/contracts';

const others = { rep: 'prospect', prospect: 'rep' } as const satisfies Record<Segment['speaker'], Segment['speaker']>;

/** What was said, each of it by the other side. */
export function swappedSegments(segments: readonly Segment[]): Segment[] {
  return segments.map((segment) => ({ ...segment, speaker: others[segment.speaker] }));
}
