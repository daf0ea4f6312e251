import { mean } from './mean.ts';
import type { SummaryGrades } from './grade-summary.ts';
import { statementKinds } from './summary-statements.ts';
import type { StatementKind } from './summary-statements.ts';

const labels: Readonly<Record<StatementKind, string>> = {
  action: 'action items',
  objection: 'objections',
  response: 'responses',
  decision: 'decisions',
  overview: 'sentences of the overview',
};

export interface WrittenFigures {
  readonly statements: number;
  readonly wrong: number;
  readonly asItIs: number;
  /** Of 4. */
  readonly overview: number;
}

/** Shares are means of likelihoods: they move with every statement that gets better or worse, not only with those that cross a line. */
export function writtenFigures(grades: readonly SummaryGrades[], kind?: StatementKind): WrittenFigures {
  const all = grades
    .flatMap(({ statements }) => statements)
    .filter(({ statement }) => kind === undefined || statement.kind === kind);
  return {
    statements: all.length,
    wrong: mean(all.map(({ wrong }) => wrong)),
    asItIs: mean(all.map(({ asItIs }) => asItIs)),
    overview: mean(grades.map(({ overview }) => overview)),
  };
}

export function writtenTable(grades: readonly SummaryGrades[]): string {
  const row = (label: string, { statements, wrong, asItIs }: WrittenFigures) =>
    `| ${[label, String(statements), wrong.toFixed(2), asItIs.toFixed(2)].join(' | ')} |`;
  const all = writtenFigures(grades);
  return [
    '| written, by the stand-in for readers | statements | wrong | as it is |',
    '| --- | --- | --- | --- |',
    row('all', all),
    ...statementKinds.map((kind) => row(labels[kind], writtenFigures(grades, kind))),
    '',
    `Overview: ${all.overview.toFixed(2)} of 4.`,
  ].join('\n');
}
