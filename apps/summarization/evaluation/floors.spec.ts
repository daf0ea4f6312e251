import { belowFloors, figuresOf, floorsBelow, readFloors } from './floors.ts';
import type { CallScore } from './score-call.ts';
import { gradedSummaries } from './stand-in/graded-sheets.ts';

const counts = (matched: number) => ({ found: 10, expected: 10, matched });
const score = (matched: number): CallScore => ({
  actions: counts(matched),
  dates: counts(matched),
  objections: counts(matched),
  answers: counts(matched),
  decisions: counts(matched),
  moments: counts(matched),
  outcome: counts(matched),
  swapped: 0,
  unfaithful: [],
  forbidden: 0,
});
const grades = (wrong: number) => [
  {
    statements: [
      {
        statement: { id: 'A1', kind: 'action' as const, text: 'Send the offer', segments: [0] },
        wrong,
        asItIs: 0.2,
        grade: 1 as const,
      },
    ],
    overview: 1,
  },
];

describe('floors', () => {
  const floors = floorsBelow(figuresOf([score(8)], grades(0.3)));

  it('hold for the figures that they were set by', () => {
    expect(belowFloors(figuresOf([score(8)], grades(0.3)), floors)).toBe('');
  });

  it('are met by better ones', () => {
    expect(belowFloors(figuresOf([score(9)], grades(0.1)), floors)).toBe('');
  });

  it.each([
    ['fewer are found', score(7), 0.3, '| action items, F1 | 0.700 | 0.780 | below |'],
    ['more is wrong', score(8), 0.35, '| statements that are not wrong | 0.650 | 0.690 | below |'],
  ])('show all figures, and which is below, when %s', (_when, found, wrong, line) => {
    const table = belowFloors(figuresOf([found], grades(wrong)), floors);

    expect(table).toContain(line);
    expect(table).toContain('| overview, of 4 | 1.000 | 0.950 |  |');
    expect(table).toContain('docs/quality.md');
  });

  it('fall where a figure is missing', () => {
    expect(belowFloors({ ...floors, outcome: NaN }, floors)).toContain('| outcome | NaN |');
  });

  it('are kept of calls that readers graded', () => {
    const graded = new Set(gradedSummaries().map(({ call }) => call));

    expect(readFloors().calls.length).toBeGreaterThanOrEqual(20);
    expect(readFloors().calls.filter((call) => !graded.has(call))).toEqual([]);
  });
});
