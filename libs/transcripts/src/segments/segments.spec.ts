import { durationSeconds, normaliseSegments, turns } from './arrange-segments.ts';
import { findSegmentProblems } from './segment-limits.ts';
import type { Segment, SpeakerSide } from './segment.ts';

const segment = (speaker: SpeakerSide, start_ms: number, end_ms: number, text = 'x'): Segment => ({
  speaker,
  start_ms,
  end_ms,
  text,
});

describe('normaliseSegments', () => {
  it('orders by start and keeps the order of those that start together', () => {
    const given = [segment('rep', 5, 6, 'c'), segment('rep', 0, 9, 'a'), segment('prospect', 0, 1, 'b')];
    expect(normaliseSegments(given).map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(given[0]?.text).toBe('c');
  });
});

describe('durationSeconds', () => {
  it('rounds the latest end up, wherever it stands', () => {
    expect(durationSeconds([segment('rep', 0, 61_001), segment('prospect', 10, 20)])).toBe(62);
    expect(durationSeconds([segment('rep', 0, 61_000)])).toBe(61);
    expect(durationSeconds([])).toBe(0);
  });
});

describe('turns', () => {
  it('joins neighbours of one speaker', () => {
    const given = [
      segment('rep', 0, 9, 'a'),
      segment('rep', 1, 5, 'b'),
      segment('prospect', 6, 7, 'c'),
      segment('rep', 8, 10, 'd'),
    ];
    expect(turns(given)).toEqual([
      { speaker: 'rep', start_ms: 0, end_ms: 9, text: 'a b', segmentIndexes: [0, 1] },
      { speaker: 'prospect', start_ms: 6, end_ms: 7, text: 'c', segmentIndexes: [2] },
      { speaker: 'rep', start_ms: 8, end_ms: 10, text: 'd', segmentIndexes: [3] },
    ]);
    expect(turns([])).toEqual([]);
  });
});

describe('findSegmentProblems', () => {
  const fields = (...segments: Segment[]) => findSegmentProblems(segments).map(({ field }) => field);

  it('finds none at the limits', () => {
    expect(fields(segment('rep', 0, 0), segment('rep', 43_200_000, 43_200_000, '🎉'.repeat(10_000)))).toEqual([]);
    expect(findSegmentProblems(Array.from({ length: 20_000 }, () => segment('rep', 0, 1)))).toEqual([]);
  });

  it('finds all of them at once', () => {
    expect(
      fields(
        segment('rep', -1, 0),
        segment('rep', 2, 1),
        segment('rep', 0, 43_200_001),
        segment('rep', 0.5, Number.NaN),
        segment('rep', 0, 1, 'x'.repeat(10_001)),
        segment('rep', 0, 1, '🎉'.repeat(10_001)),
      ),
    ).toEqual([
      'transcript[0].start_ms',
      'transcript[1].end_ms',
      'transcript[2].end_ms',
      'transcript[3].start_ms',
      'transcript[3].end_ms',
      'transcript[4].text',
      'transcript[5].text',
    ]);
  });

  it('counts the segments, and reports a hundred problems at most', () => {
    const tooMany = Array.from({ length: 20_001 }, () => segment('rep', 2, 1));
    const problems = findSegmentProblems(tooMany, 'segments');
    expect(problems).toHaveLength(100);
    expect(problems[0]).toEqual({ field: 'segments', message: 'has 20001 segments; at most 20000 are allowed' });
  });
});
