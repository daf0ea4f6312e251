import { validationCalls } from '../corpus-calls.ts';
import { gradeSummary, readWeights } from './grade-summary.ts';
import type { SummaryGrades } from './grade-summary.ts';
import { goldAsSummary } from './gold-summary.ts';
import { gradedSummaries } from './graded-sheets.ts';
import type { GradedSummary } from './graded-sheets.ts';
import { canBeGraded } from './summary-comparison.ts';
import type { CallToGrade } from './summary-comparison.ts';
import type { Statement } from './summary-statements.ts';
import { writtenFigures } from './written-figures.ts';

const calls = new Map(
  validationCalls()
    .filter(canBeGraded)
    .map((call) => [call.id, call]),
);
const weights = readWeights();
const summaries = gradedSummaries().filter(({ version }) => version === '3.0.0');
const callOf = ({ call }: Pick<GradedSummary, 'call'>): CallToGrade => {
  const found = calls.get(call);
  if (found === undefined) throw new Error(`no call ${call}`);
  return found;
};

type Damage = (statement: Statement, call: CallToGrade) => Statement;

function gradesWith(damage: Damage, kinds: readonly string[] = []): readonly SummaryGrades[] {
  return summaries.map((summary) => {
    const call = callOf(summary);
    const statements = summary.statements.map((one) => damage(one, call));
    const { overview, statements: grades } = gradeSummary(call, { ...summary, statements }, weights);
    return {
      overview,
      statements: grades.filter(({ statement }) => kinds.length === 0 || kinds.includes(statement.kind)),
    };
  });
}
const figuresWith = (damage: Damage, kinds: readonly string[] = []) => writtenFigures(gradesWith(damage, kinds));
const asItIs: Damage = (statement) => statement;

describe('a grade by the stand-in', () => {
  it('falls for every action item that is given to the other side', () => {
    const swapped: Damage = (one) =>
      one.owner === undefined ? one : { ...one, owner: one.owner === 'rep' ? 'prospect' : 'rep' };

    expect(figuresWith(swapped, ['action']).wrong).toBeGreaterThan(figuresWith(asItIs, ['action']).wrong + 0.3);
  });

  it('falls where texts are what was said, in the first person', () => {
    const quoted: Damage = (one, { segments }) => {
      const said = segments[one.segments[0] ?? 0]?.text ?? '';
      return { ...one, text: `“Well, uh, I, I mean, ${said}”` };
    };
    const [before, after] = [
      figuresWith(asItIs, ['objection', 'action']),
      figuresWith(quoted, ['objection', 'action']),
    ];

    expect(after.asItIs).toBeLessThan(before.asItIs / 2);
  });

  it('falls where nothing is left of what a statement is about', () => {
    const hollow: Damage = (one) => ({
      ...one,
      text: one.kind === 'action' ? 'Send it to them' : "They don't want that",
    });
    const [before, after] = [figuresWith(asItIs), figuresWith(hollow)];

    expect(after.wrong).toBeGreaterThan(before.wrong + 0.1);
    expect(after.asItIs).toBeLessThan(before.asItIs / 2);
    expect(after.overview).toBeLessThan(before.overview - 0.2);
  });

  it('of an overview falls where nothing but the names is left', () => {
    const named = summaries.map((summary) => {
      const [first] = summary.statements.filter(({ kind }) => kind === 'overview') as [Statement];
      const statements = [...summary.statements.filter(({ kind }) => kind !== 'overview'), first];
      return gradeSummary(callOf(summary), { ...summary, statements }, weights);
    });

    expect(writtenFigures(named).overview).toBeLessThan(figuresWith(asItIs).overview - 0.3);
  });

  it('falls where statements rest on other segments, and tell of them', () => {
    const moved: Damage = (one, { segments }) => {
      const place = ((one.segments[0] ?? 0) + 7) % segments.length;
      return { ...one, text: segments[place]?.text ?? '', segments: [place] };
    };

    expect(figuresWith(moved).wrong).toBeGreaterThan(figuresWith(asItIs).wrong + 0.2);
  });

  it.each([
    ['a number that nobody said', (text: string) => `${text} for 987,654 dollars`],
    ['a name that nobody said', (text: string) => `${text} with Zebulon Quist`],
  ])('is 0 for a statement with %s', (_what, damaged) => {
    const changed = gradesWith((one) => ({ ...one, text: damaged(one.text) })).flatMap(({ statements }) => statements);

    expect(changed.length).toBeGreaterThan(150);
    expect(changed.filter(({ grade }) => grade > 0)).toEqual([]);
  });

  it('is high for what an annotator wrote, of calls that it was not calibrated on, too', () => {
    const calibratedOn = new Set(gradedSummaries().map(({ call }) => call));
    const others = [...calls.values()].filter(({ id }) => !calibratedOn.has(id));
    const figures = writtenFigures(
      others.map((call) => gradeSummary(call, goldAsSummary(call.gold, call.annotations.outcome), weights)),
    );

    expect(others.length).toBeGreaterThan(50);
    expect(figures.wrong).toBeLessThan(0.08);
    expect(figures.asItIs).toBeGreaterThan(0.7);
    expect(figures.overview).toBeGreaterThan(3);
  });
});
