import { rankCorrelation, type Pair } from '../rank-correlation.ts';
import { mean } from './mean.ts';
import type { SummaryGrades } from './grade-summary.ts';
import type { GradedSummary } from './graded-sheets.ts';
import { statementKinds } from './summary-statements.ts';

export interface Agreement {
  readonly pairs: number;
  readonly exact: number;
  readonly withinOne: number;
  /** Both say wrong, or neither. */
  readonly onWrong: number;
  /** Cohen's: 0 where they agree as chance would have it. */
  readonly kappa: number;
}

export function agreementOf(pairs: readonly Pair[]): Agreement {
  const share = (holds: (pair: Pair) => boolean) => mean(pairs.map((pair) => Number(holds(pair))));
  const exact = share(([left, right]) => left === right);
  const byChance = [0, 1, 2].reduce(
    (sum, grade) => sum + share(([left]) => left === grade) * share(([, right]) => right === grade),
    0,
  );
  return {
    pairs: pairs.length,
    exact,
    withinOne: share(([left, right]) => Math.abs(left - right) <= 1),
    onWrong: share(([left, right]) => (left === 0) === (right === 0)),
    kappa: byChance === 1 ? 1 : (exact - byChance) / (1 - byChance),
  };
}

export type GradedTwice = readonly { readonly summary: GradedSummary; readonly grades: SummaryGrades }[];

/** Each reader's grade of a statement beside the stand-in's. */
export const pairsWithReaders = (graded: GradedTwice): readonly (Pair & { readonly length: 2 })[] =>
  graded.flatMap(({ summary, grades }) =>
    grades.statements.flatMap(({ statement, grade }) =>
      summary.readers.map(({ statements }) => [statements[statement.id] ?? 0, grade] as const),
    ),
  );

const pairsOfReaders = (graded: GradedTwice): readonly Pair[] =>
  graded.flatMap(({ summary: { readers, statements } }) =>
    readers.flatMap((one, index) =>
      readers
        .slice(index + 1)
        .flatMap((other) => statements.map(({ id }) => [one.statements[id] ?? 0, other.statements[id] ?? 0] as const)),
    ),
  );

/** Of each summary the mean grade of its statements, by the readers and by the stand-in. */
export const meansOfSummaries = (graded: GradedTwice): readonly Pair[] =>
  graded.map(({ summary, grades }) => [
    mean(grades.statements.flatMap(({ statement }) => summary.readers.map((one) => one.statements[statement.id] ?? 0))),
    mean(grades.statements.map(({ wrong, asItIs }) => 1 - wrong + asItIs)),
  ]);

const overviewsOf = (graded: GradedTwice): readonly Pair[] =>
  graded.map(({ summary, grades }) => [mean(summary.readers.map(({ overview }) => overview)), grades.overview]);

export function agreementTable(graded: GradedTwice): string {
  const rows: (readonly [string, GradedTwice])[] = [
    ['all', graded],
    ...[...new Set(graded.map(({ summary }) => summary.version))].map(
      (version) => [version, graded.filter(({ summary }) => summary.version === version)] as const,
    ),
    ...statementKinds.map((kind) => [kind, graded.map((one) => ofKind(one, kind))] as const),
  ];
  const lines = rows.map(([name, some]) => {
    const { pairs, exact, withinOne, onWrong, kappa } = agreementOf(pairsWithReaders(some));
    const readers = agreementOf(pairsOfReaders(some));
    const wrong = some.flatMap(({ summary, grades }) =>
      grades.statements.map((one) => ({
        read: mean(summary.readers.map(({ statements }) => Number((statements[one.statement.id] ?? 0) === 0))),
        told: one.wrong,
      })),
    );
    const shares = [mean(wrong.map(({ read }) => read)), mean(wrong.map(({ told }) => told))];
    return `| ${[name, String(pairs), ...[exact, withinOne, onWrong, kappa, readers.exact, readers.kappa, ...shares].map(figure)].join(' | ')} |`;
  });
  const overviews = overviewsOf(graded);
  const versions = rows.slice(0, 3).map(([name, some]) => `${name} ${figure(rankCorrelation(meansOfSummaries(some)))}`);
  return [
    '| each call left out of its calibration | grades | exact | within one | on wrong | kappa | readers: exact | readers: kappa | wrong: readers | wrong: stand-in |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
    `Mean grade of a summary, rank correlation: ${versions.join(', ')}.`,
    `Overviews: rank correlation ${figure(rankCorrelation(overviews))}, mean error ${figure(mean(overviews.map(([one, other]) => Math.abs(one - other))))} of 4.`,
  ].join('\n');
}

const ofKind = ({ summary, grades }: GradedTwice[number], kind: string): GradedTwice[number] => ({
  summary: { ...summary, statements: summary.statements.filter((one) => one.kind === kind) },
  grades: { ...grades, statements: grades.statements.filter(({ statement }) => statement.kind === kind) },
});

const figure = (value: number): string => value.toFixed(2);
