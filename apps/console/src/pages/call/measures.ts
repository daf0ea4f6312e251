import type { Resource } from '@ci/client/browser';
import { formatNumber, formatPercent } from '../../formats/numbers.ts';
import { texts } from '../../texts/texts.ts';

const words = texts.coaching.measures;
type Criterion = Resource<'CoachingCriterion'>;

/** What was measured, in words: `57%`, `6.7 s`, `2 in ten minutes`. */
export function measuredInWords({ value, unit }: Pick<Criterion, 'value' | 'unit'>): string {
  return withUnit(number(value, unit), unit);
}

/** What earns all points: `35% to 60%`, `at least 4 in ten minutes`. */
export function targetInWords({ target: { min, max }, unit }: Pick<Criterion, 'target' | 'unit'>): string | null {
  if (min !== null && max !== null) {
    const [low, high] = [number(min, unit), number(max, unit)];
    return withUnit(low === high ? low : words.between(low, high), unit);
  }
  if (min !== null) return words.atLeast(withUnit(number(min, unit), unit));
  if (max === null) return null;
  return max === 0 ? words.none : words.atMost(withUnit(number(max, unit), unit));
}

/** As people say it: percents and seconds, with no more places than help. */
function number(value: number, unit: string): string {
  if (unit === 'ratio') return formatPercent(value);
  return formatNumber(unit === 'milliseconds' ? value / 1_000 : value);
}

function withUnit(amount: string, unit: string): string {
  return (words.units[unit] ?? ((plain: string) => plain))(amount);
}
