export type CsvValue = string | number | boolean | null;

/** A table as CSV (RFC 4180), with the mark by which spreadsheets know that it is UTF-8. */
export function csvOf(headings: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(cellOf).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** A text that a spreadsheet would run as a formula begins with an apostrophe. */
function cellOf(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\p{Cc}]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
