import type { Resource } from '@ci/client/browser';

export type Segment = Resource<'Segment'>;
export type Evidence = Resource<'Evidence'>;
export type Speaker = Segment['speaker'];

/** What one side says until the other one speaks. */
export interface Turn {
  readonly speaker: Speaker;
  readonly startMs: number;
  readonly endMs: number;
}

export function turnsOf(segments: readonly Segment[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const { speaker, start_ms, end_ms } of segments) {
    const last = turns.at(-1);
    if (last?.speaker === speaker) turns[turns.length - 1] = { ...last, endMs: Math.max(last.endMs, end_ms) };
    else turns.push({ speaker, startMs: start_ms, endMs: end_ms });
  }
  return turns;
}

/** How much of all speech is this side's, between 0 and 1; null where nothing has a length. */
export function shareOf(segments: readonly Segment[], speaker: Speaker): number | null {
  let [own, all] = [0, 0];
  for (const segment of segments) {
    const length = segment.end_ms - segment.start_ms;
    all += length;
    if (segment.speaker === speaker) own += length;
  }
  return all === 0 ? null : own / all;
}

/** The last segment that has begun by then; the first one before any has. Segments are in order of their start. */
export function segmentAt(segments: readonly Segment[], ms: number): number {
  let [low, high] = [0, segments.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((segments[middle]?.start_ms ?? 0) <= ms) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 0);
}

/** The segment that a passage was taken from. */
export function segmentOf(segments: readonly Segment[], { start_ms, end_ms, quote }: Evidence): number {
  const from = segmentAt(segments, start_ms - 1);
  for (let index = from; index < segments.length && (segments[index]?.start_ms ?? 0) <= start_ms; index += 1) {
    const segment = segments[index];
    if (segment?.start_ms === start_ms && segment.end_ms === end_ms && segment.text.includes(quote)) return index;
  }
  return segmentAt(segments, start_ms);
}

/** When everything that was said has been said; at least 1, so that it can be divided by. */
export function lengthMs(segments: readonly Segment[], durationSeconds: number): number {
  return segments.reduce((longest, { end_ms }) => Math.max(longest, end_ms), Math.max(durationSeconds * 1_000, 1));
}
