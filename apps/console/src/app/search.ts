/** What is behind the question mark is read and written as plain words, so that addresses can be read, typed and shared. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Leaves out what is empty. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).flatMap(([name, value]) => (isWord(value) ? [[name, String(value)]] : []));
  const text = new URLSearchParams(given).toString();
  return text === '' ? '' : `?${text}`;
}

function isWord(value: unknown): value is string | number | boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean';
}
