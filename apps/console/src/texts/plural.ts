import { formatNumber, locale } from '../formats/numbers.ts';

const rules = new Intl.PluralRules(locale);

/** A number and its noun: `1 call`, `1,204 calls`. Languages with more forms than two name them as well. */
export function plural(
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string },
): string {
  return `${formatNumber(count)} ${forms[rules.select(count)] ?? forms.other}`;
}
