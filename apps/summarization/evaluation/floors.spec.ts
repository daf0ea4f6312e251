import { belowFloors, figuresOf, floorsBelow, readFloors } from './floors.ts';
import { validationCalls } from './corpus-calls.ts';
import type { CallScore } from './score-call.ts';
import { gradeSummary, readWeights } from './stand-in/grade-summary.ts';
import { gradedSummaries } from './stand-in/graded-sheets.ts';
import { canBeGraded } from './stand-in/summary-comparison.ts';

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

  it('lie above what was written by an engine that readers found worse', () => {
    const weights = readWeights();
    const calls = new Map(
      validationCalls()
        .filter(canBeGraded)
        .map((call) => [call.id, call]),
    );
    const worse = gradedSummaries()
      .filter(({ version }) => version === '2.4.0')
      .flatMap((summary) => {
        const call = calls.get(summary.call);
        return call === undefined ? [] : [gradeSummary(call, summary, weights)];
      });
    const figures = figuresOf([score(10)], worse);

    expect(worse).toHaveLength(20);
    for (const written of ['statements that are not wrong', 'statements as they should be', 'overview, of 4'] as const)
      expect(figures[written]).toBeLessThan(readFloors().floors[written] - 0.04);
  });

  it('are kept of calls that readers graded', () => {
    const graded = new Set(gradedSummaries().map(({ call }) => call));

    expect(readFloors().calls.length).toBeGreaterThanOrEqual(20);
    expect(readFloors().calls.filter((call) => !graded.has(call))).toEqual([]);
  });
});
