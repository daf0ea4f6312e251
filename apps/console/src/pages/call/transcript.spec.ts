import { lengthMs, segmentAt, segmentOf, shareOf, turnsOf, type Segment, type Speaker } from './transcript.ts';

const segment = (speaker: Speaker, start_ms: number, end_ms: number, text = ''): Segment => ({
  speaker,
  start_ms,
  end_ms,
  text,
});
const segments = [
  segment('rep', 0, 2_000, 'Hello.'),
  segment('rep', 2_500, 4_000, 'How are you?'),
  segment('prospect', 4_000, 5_500, 'Fine.'),
  segment('rep', 9_000, 10_000, 'Good.'),
];

it('a turn goes on until the other side speaks', () => {
  expect(turnsOf(segments)).toEqual([
    { speaker: 'rep', startMs: 0, endMs: 4_000 },
    { speaker: 'prospect', startMs: 4_000, endMs: 5_500 },
    { speaker: 'rep', startMs: 9_000, endMs: 10_000 },
  ]);
});

it('a turn that another segment outlasts keeps its end', () => {
  const turns = turnsOf([segment('rep', 0, 9_000), segment('rep', 1_000, 2_000)]);
  expect(turns).toEqual([{ speaker: 'rep', startMs: 0, endMs: 9_000 }]);
});

it('the share of a side is one of speech, not of the call', () => {
  expect(shareOf(segments, 'rep')).toBeCloseTo(4_500 / 6_000);
  expect(shareOf([segment('rep', 0, 0)], 'rep')).toBeNull();
});

it.each([
  [-1, 0],
  [0, 0],
  [2_499, 0],
  [2_500, 1],
  [7_000, 2],
  [99_000, 3],
])('at %s ms it is segment %s', (ms, index) => {
  expect(segmentAt(segments, ms)).toBe(index);
});

describe('the segment of a passage', () => {
  it('is the one that says it', () => {
    expect(segmentOf(segments, { start_ms: 4_000, end_ms: 5_500, quote: 'Fine.' })).toBe(2);
  });

  it('is told from others that begin with it', () => {
    const together = [
      segment('rep', 0, 500, 'Well,'),
      segment('prospect', 500, 900, 'Yes.'),
      segment('rep', 500, 900, 'No.'),
    ];
    expect(segmentOf(together, { start_ms: 500, end_ms: 900, quote: 'Yes.' })).toBe(1);
    expect(segmentOf(together, { start_ms: 500, end_ms: 900, quote: 'No.' })).toBe(2);
  });

  it('is the one at that time, when no segment says it', () => {
    expect(segmentOf(segments, { start_ms: 2_600, end_ms: 2_700, quote: 'Bye.' })).toBe(1);
  });
});

it('a call is as long as its duration, or as what was said', () => {
  expect(lengthMs(segments, 60)).toBe(60_000);
  expect(lengthMs(segments, 5)).toBe(10_000);
  expect(lengthMs([], 0)).toBe(1);
});
