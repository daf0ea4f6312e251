import * as chrono from 'chrono-node';
import {
  addMonths,
  addWorkingDays,
  civilDay,
  daysInMonth,
  endOfMonth,
  fieldsOf,
  localDay,
  mondayOf,
  weekdayOf,
} from './civil-date.ts';
import type { CivilDay } from './civil-date.ts';
import type { DateContext, DateRule } from './date-rule.ts';
import { monthNumber, ordinalOf, weekdayIndex } from './date-words.ts';

/** Said on a Saturday or Sunday, the week that ends is the one about to start. */
export function endOfWeek(today: CivilDay): CivilDay {
  const friday = mondayOf(today) + 4;
  return friday >= today ? friday : friday + 7;
}

export function endOfQuarter(today: CivilDay, quarters: number): CivilDay {
  const { year, month } = fieldsOf(today);
  return civilDay(year, (Math.ceil(month / 3) + quarters) * 3 + 1, 1) - 1;
}

export function endOfNamedQuarter([, digit, word]: RegExpExecArray, { today }: DateContext): CivilDay {
  return lastDayOfQuarter(digit === undefined ? ordinalOf(word ?? '') : Number(digit), today);
}

function lastDayOfQuarter(quarter: number, today: CivilDay): CivilDay {
  const { year } = fieldsOf(today);
  const end = civilDay(year, quarter * 3 + 1, 1) - 1;
  return end >= today ? end : civilDay(year + 1, quarter * 3 + 1, 1) - 1;
}

/** "By Q3" is its first day, "early Q3" and "in Q3" are days in it. */
export function partOfQuarter(part: string | undefined, lastDay: CivilDay, today: CivilDay): CivilDay {
  const { year, month } = fieldsOf(lastDay);
  const first = civilDay(year, month - 2, 1);
  if (part === 'by' && first > today) return first;
  if (/^(?:early|beginning|start)/.test(part ?? '')) return first + 14;
  return /^mid/.test(part ?? '') ? civilDay(year, month - 1, 15) : lastDay;
}

export function namedQuarter([, part, digit]: RegExpExecArray, { today }: DateContext): CivilDay {
  return partOfQuarter(part, lastDayOfQuarter(Number(digit), today), today);
}

export function endOfHalf([, digit]: RegExpExecArray, { today }: DateContext): CivilDay {
  const { month } = fieldsOf(today);
  return lastDayOfQuarter(digit === '1' ? 2 : digit === '2' ? 4 : month <= 6 ? 2 : 4, today);
}

/** "By March" is its first day; a span ("in March", "early March") is a day in it. */
export function partOfMonth([, part, word]: readonly (string | undefined)[], { today }: DateContext): CivilDay | null {
  const last = lastDayOf(word ?? '', today);
  const { year, month } = fieldsOf(last);
  const first = civilDay(year, month, 1);
  return part === 'by' && first > today ? first : withinMonth(last, part);
}

/** Of the next month of that name; the one that runs is meant by its name, too. */
export function lastDayOf(monthName: string, today: CivilDay): CivilDay {
  const month = monthNumber(monthName);
  const { year, month: current } = fieldsOf(today);
  return endOfMonth(civilDay(month < current ? year + 1 : year, month, 1));
}

export function withinMonth(lastDay: CivilDay, part: string | undefined): CivilDay {
  const { year, month } = fieldsOf(lastDay);
  if (/^(?:early|beginning|start)/.test(part ?? '')) return civilDay(year, month, 5);
  if (/^mid|^first half/.test(part ?? '')) return civilDay(year, month, 15);
  return lastDay;
}

/** "The first week of April" is the one with its first working day; a day of it. */
export function weekOfMonth(which: string, lastDay: CivilDay, full = false): CivilDay {
  if (which === 'last') return lastDay - Math.max(0, weekdayOf(lastDay) - 4);
  const { year, month } = fieldsOf(lastDay);
  const firstWorkingDay = addWorkingDays(civilDay(year, month, 1) - 1, 1);
  // A full week begins on its Monday.
  const first = full && weekdayOf(firstWorkingDay) > 0 ? firstWorkingDay + 7 : firstWorkingDay;
  return mondayOf(first) + (ordinalOf(which) - 1) * 7 + 4;
}

/** "The week of the 14th": its Friday, also where the 14th is a Saturday. */
export function weekWith(day: CivilDay): CivilDay {
  return mondayOf(day) + 4;
}

/** "Midweek", "in the middle of the month": the next one there is. */
export function middleOfWeek(today: CivilDay): CivilDay {
  const wednesday = mondayOf(today) + 2;
  return wednesday >= today ? wednesday : wednesday + 7;
}

export function middleOfMonth(today: CivilDay): CivilDay {
  const { year, month, day } = fieldsOf(today);
  return civilDay(year, day <= 15 ? month : month + 1, 15);
}

export function partOfWeek(monday: CivilDay, part: string | undefined, today: CivilDay): CivilDay {
  const offset = /^(?:earl|beginning|start|first)/.test(part ?? '') ? 2 : /^mid/.test(part ?? '') ? 2 : 4;
  const day = monday + offset;
  return day >= today ? day : endOfWeek(today);
}

export function weekday(shift: (day: CivilDay) => CivilDay): DateRule['resolve'] {
  return ([, word], { today }) => shift(nextOf(word ?? '', today));
}

export function nextOf(weekdayName: string, today: CivilDay): CivilDay {
  return today + (((weekdayIndex(weekdayName) - weekdayOf(today) + 6) % 7) + 1);
}

export function weekdayOfWeek(weeks: number, shift = 0): DateRule['resolve'] {
  return ([, first, second], { today }) => mondayOf(today) + weeks * 7 + weekdayIndex(first ?? second ?? '') + shift;
}

export function later(count: number, unit: string, { today, saidAt, timezone }: DateContext): CivilDay | null {
  if (!Number.isFinite(count)) return null;
  // Hours are counted in real time: the local date may change sooner or later than the clock suggests.
  if (unit === 'minute') return localDay(new Date(saidAt.getTime() + count * 60_000), timezone);
  if (unit === 'hour') return localDay(new Date(saidAt.getTime() + count * 3_600_000), timezone);
  if (unit === 'week') return today + count * 7;
  if (unit === 'fortnight') return today + count * 14;
  if (unit === 'month') return addMonths(today, count);
  if (unit === 'year') return addMonths(today, count * 12);
  return today + count;
}

export function namedDay(
  [, before, christmasEve, christmas, newYearsEve]: RegExpExecArray,
  { today }: DateContext,
): CivilDay {
  const [month, day] = christmasEve ? [12, 24] : christmas ? [12, 25] : newYearsEve ? [12, 31] : [1, 1];
  return nextYearly(month, day, today) - (before === undefined ? 0 : 1);
}

export function bareDay(lead: string | undefined, dayOfMonth: number, { today }: DateContext): CivilDay | null {
  const day = nextDayOfMonth(dayOfMonth, today);
  return day !== null && lead === 'before' ? day - 1 : day;
}

/** "The ninth" is the next ninth; "the 31st" skips the months that have none. */
export function nextDayOfMonth(dayOfMonth: number, today: CivilDay): CivilDay | null {
  const now = fieldsOf(today);
  for (let offset = 0; offset < 3; offset += 1) {
    const { year, month } = fieldsOf(civilDay(now.year, now.month + offset, 1));
    const day = civilDay(year, month, dayOfMonth);
    if (dayOfMonth >= 1 && dayOfMonth <= daysInMonth(year, month) && day > today) return day;
  }
  return null;
}

/** 29 February waits for a leap year. */
export function nextYearly(month: number, dayOfMonth: number, today: CivilDay): CivilDay {
  const { year } = fieldsOf(today);
  for (let candidate = year; candidate < year + 9; candidate += 1) {
    const day = civilDay(candidate, month, dayOfMonth);
    if (dayOfMonth <= daysInMonth(candidate, month) && day >= today) return day;
  }
  return today - 1;
}

export function writtenDate([, before, phrase]: RegExpExecArray, { today }: DateContext): CivilDay | null | undefined {
  const { year, month, day } = fieldsOf(today);
  // Chrono sees noon in UTC of the local day, whatever the zone of the machine and of the call.
  const reference = { instant: new Date(Date.UTC(year, month - 1, day, 12)), timezone: 0 };
  // "January 15" would be a month of 2015 to it, and "17.03." nothing.
  const written = (phrase ?? '')
    .replaceAll('the ', '')
    .replace(/^([a-z]+)\.? (\d{1,2})(?=$|,? \d{4})/, '$2 $1')
    .replace(/^(\d{1,2})\.(\d{1,2})\.$/, '$1/$2');
  const [result] = chrono.en.GB.parse(written, reference);
  if (result === undefined || !result.start.isCertain('day') || !result.start.isCertain('month')) return undefined;
  const [saidMonth, saidDay] = [result.start.get('month') ?? 0, result.start.get('day') ?? 0];
  const resolved = result.start.isCertain('year')
    ? civilDay(result.start.get('year') ?? 0, saidMonth, saidDay)
    : nextYearly(saidMonth, saidDay, today);
  return before === undefined ? resolved : resolved - 1;
}
