import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../../src/engine/summary-engine.ts';
import type { StatedSummary, Statement } from './summary-statements.ts';

/** A line of a sheet: what a reader gets to grade, or, ungraded, the outcome. */
type SheetLine = SheetPlace &
  (Statement | { readonly id: 'outcome'; readonly kind: 'outcome'; readonly text: Outcome });
interface SheetPlace {
  readonly call: string;
  readonly version: string;
  /** Those who graded this text; all, where it is not said. */
  readonly readers?: readonly number[];
}

/** What one reader says of one summary, as tools/engine-lab/grades keeps it. */
export interface ReaderGrades {
  readonly reader: number;
  readonly overview: number;
  readonly statements: Readonly<Record<string, number>>;
}

export interface GradedSummary extends StatedSummary {
  readonly call: string;
  readonly version: string;
  readonly readers: readonly ReaderGrades[];
}

const folder = join(import.meta.dirname, '../../../../tools/engine-lab/grades');

/** Summaries whose texts are kept beside their grades. */
export function gradedSummaries(): readonly GradedSummary[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
  const isSheet = (file: string) => file.endsWith('.sheets.jsonl');
  const grades = files.filter((file) => !isSheet(file)).flatMap(linesOf<SheetPlace & ReaderGrades>);
  const sheets = Map.groupBy(
    files.filter(isSheet).flatMap(linesOf<SheetLine>),
    ({ call, version }) => `${version} ${call}`,
  );
  return [...sheets.values()].map((lines): GradedSummary => {
    const [{ call, version, readers }] = lines as [SheetLine];
    const outcome = lines.find((line) => line.kind === 'outcome')?.text ?? 'no_outcome';
    return {
      call,
      version,
      outcome: outcome,
      statements: lines.filter((line) => line.kind !== 'outcome'),
      readers: grades.filter(
        (one) => one.call === call && one.version === version && (readers?.includes(one.reader) ?? true),
      ),
    };
  });
}

const linesOf = <Line>(file: string): readonly Line[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

/** The lines of a sheet for one summary. */
export function sheetOf(call: string, version: string, { outcome, statements }: StatedSummary): string {
  return [{ id: 'outcome', kind: 'outcome', text: outcome }, ...statements]
    .map((line) => `${JSON.stringify({ call, version, ...line })}\n`)
    .join('');
}
