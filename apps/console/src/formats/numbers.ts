import { language } from './language.ts';

/** How numbers and dates are written: in the language of the texts, by the customs of the reader's region, such as `en-GB` or `en-DE`. */
export const locale = localeOf(typeof navigator === 'undefined' ? undefined : navigator.language, language);

/** The language of the texts in the region of the reader's own language. */
export function localeOf(readers: string | undefined, inLanguage = 'en'): string {
  const region = readers === undefined ? undefined : new Intl.Locale(readers).maximize().region;
  return `${inLanguage}-${region ?? 'US'}`;
}

const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(locale, { style: 'percent' });

/** `1,204`, `6.7`. */
export const formatNumber = (value: number): string => plain.format(value);

/** `57%`, of `0.57`. */
export const formatPercent = (ratio: number): string => percent.format(ratio);
