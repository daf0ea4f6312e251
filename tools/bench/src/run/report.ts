import { table } from '@ci/operations';
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
  return table(['id', 'ours', 'anchor', 'ratio', 'aim', 'met'], rows);
}
