const RFC_3339 =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[Tt](?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?(?:[Zz]|(?<sign>[+-])(?<offsetHour>\d{2}):(?<offsetMinute>\d{2}))$/;
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Reads an RFC 3339 timestamp with any offset. Undefined without a zone, for a bare date, for a day that no calendar has, and for an
 * instant outside the years 1 to 9999 in UTC, which neither Postgres' text form nor an RFC 3339 answer could give back.
 */
export function parseInstant(text: string): Date | undefined {
  const parts = RFC_3339.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const number = (name: string): number => Number(parts[name] ?? 0);
  const [year, month, day] = [number('year'), number('month'), number('day')];
  const [hour, minute, second] = [number('hour'), number('minute'), number('second')];
  const [offsetHour, offsetMinute] = [number('offsetHour'), number('offsetMinute')];
  // RFC 3339 knows leap seconds; a Date does not, and counts the 60th second as the next minute's first one.
  const leapSecond = second === 60 && minute === 59;
  if (hour > 23 || minute > 59 || (second > 59 && !leapSecond) || offsetHour > 23 || offsetMinute > 59)
    return undefined;
  if (month < 1 || month > 12 || day < 1 || day > daysOfMonth(year, month)) return undefined;
  const milliseconds = Number((parts['fraction'] ?? '').padEnd(3, '0').slice(0, 3));
  const offsetMs = (offsetHour * 60 + offsetMinute) * 60_000 * (parts['sign'] === '-' ? -1 : 1);
  const instant = new Date(0);
  // Not Date.UTC: that takes the years 0 to 99 for 1900 to 1999.
  instant.setUTCFullYear(year, month - 1, day);
  instant.setUTCHours(hour, minute, second, milliseconds);
  const time = instant.getTime() - offsetMs;
  return time >= FIRST_INSTANT && time <= LAST_INSTANT ? new Date(time) : undefined;
}

/** The instant of a text that a schema with the format `date-time` has let pass. */
export function instantOf(text: string): Date {
  const instant = parseInstant(text);
  if (instant === undefined) throw new TypeError('the text has not been checked');
  return instant;
}

/** An instant as the API writes it: UTC, milliseconds, `2026-01-02T03:04:05.678Z`. */
export function timestamp(date: Date): string {
  return date.toISOString();
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
