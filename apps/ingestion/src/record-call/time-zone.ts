/** Those that were asked for, as they were written. There are some hundred; more are not remembered. */
const known = new Set<string>();
const MOST_KNOWN = 1_000;

/** Whether it names an IANA time zone. An offset such as `+01:00` is none, although Intl takes it: it knows no summer time. */
export function isTimeZone(text: string): boolean {
  if (known.has(text)) return true;
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    // As slow as everything else that is checked of a call taken together.
    new Intl.DateTimeFormat('en', { timeZone: text });
    if (known.size < MOST_KNOWN) known.add(text);
    return true;
  } catch {
    return false;
  }
}
