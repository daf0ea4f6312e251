/** A calendar day as the number of days since 1970-01-01: calendar arithmetic without hours, hence without DST. */
export type CivilDay = number;

const msPerDay = 86_400_000;

export function civilDay(year: number, month: number, day: number): CivilDay {
  return Math.floor(new Date(0).setUTCFullYear(year, month - 1, day) / msPerDay);
}

export function fieldsOf(day: CivilDay): { readonly year: number; readonly month: number; readonly day: number } {
  const date = new Date(day * msPerDay);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Monday is 0, Sunday is 6: weeks start on Monday. */
export function weekdayOf(day: CivilDay): number {
  return (((day + 3) % 7) + 7) % 7;
}

export function mondayOf(day: CivilDay): CivilDay {
  return day - weekdayOf(day);
}

export function isoDate(day: CivilDay): string {
  const { year, month, day: dayOfMonth } = fieldsOf(day);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
}

/** Of a date as `isoDate` writes it. */
export function dayOfIso(date: string): CivilDay {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return civilDay(year, month, day);
}

export function daysLater(date: string, days: number): string {
  return isoDate(dayOfIso(date) + days);
}

export function daysInMonth(year: number, month: number): number {
  return fieldsOf(civilDay(year, month + 1, 1) - 1).day;
}

/** The last day of the month that lies `months` after the one of `day`. */
export function endOfMonth(day: CivilDay, months = 0): CivilDay {
  const { year, month } = fieldsOf(day);
  return civilDay(year, month + 1 + months, 1) - 1;
}

/** The same day of a later month; the last day of that month where it is too short (31 January + 1 month = 28 or 29 February). */
export function addMonths(day: CivilDay, months: number): CivilDay {
  const { year, month, day: dayOfMonth } = fieldsOf(day);
  const first = fieldsOf(civilDay(year, month + months, 1));
  return civilDay(first.year, first.month, Math.min(dayOfMonth, daysInMonth(first.year, first.month)));
}

export function addWorkingDays(day: CivilDay, count: number): CivilDay {
  let result = day;
  for (let left = count; left > 0; left -= weekdayOf(result) < 5 ? 1 : 0) result += 1;
  return result;
}

/** The calendar day that a clock on the wall of `timezone` shows at `instant`. */
export function localDay(instant: Date, timezone: string): CivilDay {
  const parts = formatterFor(timezone).formatToParts(instant);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  return civilDay(part('year'), part('month'), part('day'));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  formatters.set(timezone, formatter);
  return formatter;
}
