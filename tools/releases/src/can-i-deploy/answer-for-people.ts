import type { Answer } from './answer.ts';
import type { Finding } from './finding.ts';

/** The table of all that was looked at, what to do about each no, and the answer last. */
export function answerForPeople({ service, version, deploy, findings }: Answer): string {
  const rows = findings.map(({ answer, what, against, why }) => [answer, what, against, why] as const);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => indented(cell, column, widths))
      .join('  ')
      .trimEnd(),
  );
  const refused = findings.filter((finding) => finding.answer === 'no');
  return [
    ...lines,
    ...remedies(refused),
    '',
    `${service} ${version} can be deployed: ${deploy}${reasons(refused)}`,
  ].join('\n');
}

/** What has several lines, as the comparison of API documents, goes on under itself. */
function indented(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column];
  if (width !== undefined) return cell.padEnd(width);
  const left = widths.reduce((sum, each) => sum + each + 2, 0);
  return cell.replaceAll('\n', `\n${' '.repeat(left)}`);
}

function remedies(refused: readonly Finding[]): readonly string[] {
  const told = [
    ...new Set(refused.flatMap(({ what, remedy }) => (remedy === undefined ? [] : [`  ${what}: ${remedy}`]))),
  ];
  return told.length === 0 ? [] : ['', 'What to do:', ...told];
}

function reasons({ length }: readonly Finding[]): string {
  return length === 0 ? '' : `, for ${length === 1 ? 'one reason' : `${length} reasons`}`;
}
