import type { Result } from './benchmark.ts';

/** The results as a person reads them. */
export function tableOf(results: readonly Result[]): string {
  const shown = results.filter(({ onlyInJson }) => !onlyInJson);
  const rows = shown.map(({ id, unit, ours, anchor, ratio, aim, met }) => [
    id,
    `${ours} ${unit}`,
    anchor === null ? '–' : String(anchor),
    ratio === null ? '–' : ratio.toFixed(2),
    aim ?? '–',
    met === null ? '–' : met ? 'yes' : 'no',
  ]);
  const lines = [['id', 'ours', 'anchor', 'ratio', 'aim', 'met'], ...rows];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
