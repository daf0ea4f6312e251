/** How numbers and dates are written: the language of the texts as the reader's country writes it, such as `en-GB`; else US English. */
export const locale = localeOf(typeof navigator === 'undefined' ? [] : navigator.languages);

/** The first of the reader's languages that is the one of the texts. */
export function localeOf(languages: readonly string[], language = 'en', otherwise = 'en-US'): string {
  return languages.find((one) => one.split('-')[0] === language && one !== language) ?? otherwise;
}

const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(locale, { style: 'percent' });

/** `1,204`, `6.7`. */
export const formatNumber = (value: number): string => plain.format(value);

/** `57%`, of `0.57`. */
export const formatPercent = (ratio: number): string => percent.format(ratio);
