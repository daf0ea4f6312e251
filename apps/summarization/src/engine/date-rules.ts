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
import {
  countOf,
  countPattern,
  monthNumber,
  monthPattern,
  ordinalOf,
  ordinalWordPattern,
  weekdayIndex,
  weekdayPattern,
} from './date-words.ts';

export interface DateContext {
  readonly today: CivilDay;
  readonly saidAt: Date;
  readonly timezone: string;
}

/** What a phrase means: a day; null for words that look like a date and are none; undefined when the rule does not apply after all. */
export interface DateRule {
  readonly pattern: RegExp;
  resolve(match: RegExpExecArray, context: DateContext): CivilDay | null | undefined;
}

/** In order: an earlier rule takes its words away from the later ones. Texts are lower-case, apostrophes straight. */
export const dateRules: readonly DateRule[] = [
  // What looks like a date and is none.
  rule(
    String.raw`\b(?:last|past|previous|since|every|each)\s+(?:${weekdayPattern}|week|month|quarter|year|night)\b`,
    () => null,
  ),
  rule(String.raw`\b(?:mon|tues|wednes|thurs|fri|satur|sun)day'?s\b|\b24/7\b|\byesterday\b`, () => null),
  rule(String.raw`\b(?:chapter|page|section|version|ratio|number|room|clause|paragraph) \d[\d/.]*`, () => null),
  rule(String.raw`\b(?:${countPattern})\s+(?:day|week|month|year)s?\s+(?:ago|earlier)\b`, () => null),
  rule(String.raw`\bonce (?:in|every) (?:an? |${countPattern})? ?(?:day|week|month|year)s?\b`, () => null),
  rule(
    String.raw`\bafter\s+(?:the\s+)?(?:new year|holidays?|summer|christmas|easter|break)\b|\bnew year\b(?!'s)`,
    () => null,
  ),

  // Today, and a week from it.
  rule(String.raw`\b(?:a |one )?week (?:from )?today\b|\btoday week\b`, (_, { today }) => today + 7),
  rule(String.raw`\b(?:two weeks|a fortnight) (?:from )?today\b`, (_, { today }) => today + 14),
  rule(
    String.raw`\b(?:end of (?:the |this |my |your )?(?:day|business(?: day)?|play)|close of (?:business|play)|eod|cob|tonight|(?:later )?today|right now|right away|straight away|immediately|this (?:morning|afternoon|evening|arvo)|within the hour|as soon as we hang up|(?:right |straight )?after (?:this|the|our) call)\b(?! (?:tomorrow|on|next|${weekdayPattern}))`,
    (_, { today }) => today,
  ),
  rule(
    String.raw`\b(?:send|do|get|email|forward)(?: (?:it|that|this|them|those))?(?: over)? (now)\b`,
    (_, { today }) => today,
  ),
  rule(String.raw`^(?:now|by now)$`, (_, { today }) => today),

  // Tomorrow and after.
  rule(String.raw`\b(?:the )?day after tomorrow\b`, (_, { today }) => today + 2),
  rule(String.raw`\bfirst thing in the morning\b`, (_, { today }) => today + 1),
  rule(String.raw`\bbefore tomorrow\b`, (_, { today }) => today),
  rule(String.raw`\b(a week )?(?:tomorrow|tmrw)(?:'s end of day)?( week)?\b`, ([, before, after], { today }) =>
    before === undefined && after === undefined ? today + 1 : today + 8,
  ),

  // End of a period.
  rule(String.raw`\bend of (?:the )?(?:next week|following week)\b`, (_, { today }) => mondayOf(today) + 11),
  rule(String.raw`\bend of the week after(?: next)?\b`, (_, { today }) => mondayOf(today) + 18),
  rule(
    String.raw`\b(?:end of|eo)\s*(?:the |this )?(?:week|working week|work week|w\b)|\bwithin the week\b`,
    (_, { today }) => endOfWeek(today),
  ),
  rule(String.raw`\bbefore next week\b`, (_, { today }) => mondayOf(today) + 6),
  rule(
    String.raw`\b(?:the )?(?:(\d{1,2})(?:st|nd|rd|th)|(${ordinalWordPattern})) of next month\b`,
    ([, digits, word], { today }) => nextDayOfMonth(ordinalOf(digits ?? word ?? ''), endOfMonth(today)),
  ),
  rule(
    String.raw`\b(?:end of (?:the |this )?month|month[- ]?end|eom)\b|\bbefore the month(?:'s| is) (?:out|over)\b`,
    (_, { today }) => endOfMonth(today),
  ),
  rule(String.raw`\bend of next month\b`, (_, { today }) => endOfMonth(today, 1)),
  rule(String.raw`\b(?:end of (?:the |this )?quarter|quarter[- ]?end|eoq)\b`, (_, { today }) => endOfQuarter(today, 0)),
  rule(String.raw`\bend of next quarter\b`, (_, { today }) => endOfQuarter(today, 1)),
  rule(String.raw`\b(?:end of (?:the |this )?(?:calendar )?year|year[- ]?end|eoy)\b`, (_, { today }) =>
    civilDay(fieldsOf(today).year, 12, 31),
  ),
  rule(String.raw`\bend of next year\b`, (_, { today }) => civilDay(fieldsOf(today).year + 1, 12, 31)),
  rule(String.raw`\bend of (?:the )?(?:q([1-4])|(first|second|third|fourth) quarter)\b`, endOfNamedQuarter),
  rule(String.raw`\blast day of (${monthPattern})\b`, ([, word], context) =>
    partOfMonth(['', 'end of', word ?? ''], context),
  ),
  rule(
    String.raw`\b(end of|early|mid|middle of|late|in|by|during)[\s-]+(${monthPattern})\b(?!\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?\b)`,
    partOfMonth,
  ),
  rule(
    String.raw`\b(early|mid|middle of|late|later|sometime|beginning of)?[\s-]*(this|next) month\b`,
    ([, part, which], { today }) => withinMonth(endOfMonth(today, which === 'next' ? 1 : 0), part),
  ),
  rule(String.raw`\b(?:this|next) quarter\b`, ([phrase], { today }) =>
    endOfQuarter(today, phrase.startsWith('next') ? 1 : 0),
  ),

  // Weekdays and weeks.
  rule(
    String.raw`\b(?:a week on|a week from|week on) (?:next )?(${weekdayPattern})\b`,
    weekday((day) => day + 7),
  ),
  rule(
    String.raw`\b(${weekdayPattern}) week\b`,
    weekday((day) => day + 7),
  ),
  rule(String.raw`\b(${weekdayPattern})(?: of| in)? (?:the )?week after next\b`, weekdayOfWeek(2)),
  rule(String.raw`\bweek after next,? (?:on )?(${weekdayPattern})\b`, weekdayOfWeek(2)),
  rule(String.raw`\b(${weekdayPattern}) after next\b`, weekdayOfWeek(2)),
  rule(String.raw`\bbefore next (${weekdayPattern})\b`, weekdayOfWeek(1, -1)),
  rule(
    String.raw`\b(?:next (${weekdayPattern})|next week,? (?:on |maybe |say )?(?:the )?(${weekdayPattern}))\b`,
    weekdayOfWeek(1),
  ),
  rule(
    String.raw`\b(${weekdayPattern})(?: morning| afternoon| at \d{1,2}(?::\d\d)?(?: ?[ap]m)?)?,?(?: of| in)? next week\b`,
    weekdayOfWeek(1),
  ),
  rule(
    String.raw`\b(?:(${weekdayPattern}),? )the (?:(\d{1,2})(?:st|nd|rd|th)?|(${ordinalWordPattern}))\b`,
    ([, , digits, word], { today }) => nextDayOfMonth(ordinalOf(digits ?? word ?? ''), today),
  ),
  rule(
    String.raw`\b(early|beginning of|start of|first half of|mid|middle of|late|later|back end of|second half of|back half of)?[\s-]*(?:(next week|(?:the )?following week)|((?:the )?week after(?: next)?)|(this week))\b`,
    ([, part, next, afterNext], { today }) =>
      partOfWeek(mondayOf(today) + (next !== undefined ? 7 : afterNext !== undefined ? 14 : 0), part, today),
  ),
  rule(String.raw`\b(?:after|following) (?:the|this) weekend\b`, (_, { today }) => mondayOf(today) + 7),
  rule(String.raw`\b(?:before|by) (?:the|this) weekend\b|\bbefore the week(?:'s| is) (?:out|over)\b`, (_, { today }) =>
    endOfWeek(today),
  ),
  rule(String.raw`\b(?:over|at|on|this|during)(?: the| this)? weekend\b`, (_, { today }) => mondayOf(today) + 6),

  // Working days, then counted spans.
  rule(String.raw`\b(?:next|one|first) (?:working|business) day\b`, (_, { today }) => addWorkingDays(today, 1)),
  rule(
    String.raw`\b(?:in|within|after)(?: about| around| the next)? (${countPattern})(?: to (${countPattern})| or (${countPattern}))? (?:working|business) days?\b`,
    ([, low, to, or], { today }) => addWorkingDays(today, countOf(to ?? or ?? low ?? '')),
  ),
  rule(
    String.raw`\b(${countPattern}) (?:working|business) days?(?:' time)? from (?:now|today)\b`,
    ([, count], { today }) => addWorkingDays(today, countOf(count ?? '')),
  ),
  rule(String.raw`\b(?:in|within) (?:a|one) (day|week|month) or (?:two|so)\b`, ([phrase, unit], context) =>
    later(phrase.endsWith('two') ? 2 : 1, unit ?? '', context),
  ),
  rule(
    String.raw`\b(?:in|within)(?: about| around| roughly| the next)? (${countPattern})(?: (?:to|or) (${countPattern}))? (minute|hour|day|week|fortnight|month|year)s?(?:' time|'s time)?\b`,
    ([, low, high, unit], context) => later(countOf(high ?? low ?? ''), unit ?? '', context),
  ),
  rule(String.raw`\b(?:in |within )(?:(?:the|this) next |half an )(hour)\b`, (_, context) => later(1, 'hour', context)),
  rule(String.raw`\b(?:in|within) (?:the next )?(day|week|month)\b`, ([, unit], context) =>
    later(1, unit ?? '', context),
  ),
  rule(
    String.raw`\b(?:(${countPattern})) (hour|day|week|fortnight|month)s? (?:from (?:now|today)|after (?:this|the|our) call)\b`,
    ([, count, unit], context) => later(countOf(count ?? ''), unit ?? '', context),
  ),

  // Named days.
  rule(String.raw`\b(before )?(?:(christmas eve)|(christmas(?: day)?)|(new year's eve)|(new year's day))\b`, namedDay),

  // Written dates, read by chrono (day before month), then bare days of the month.
  rule(
    String.raw`\b(before )?(?:the )?((?:\d{4}-\d\d?-\d\d?)|(?:\d{1,2}/\d{1,2}(?:/\d{2,4})?)|(?:\d{1,2}\.\d{1,2}\.(?:\d{2,4})?)|(?:(?:\d{1,2}(?:st|nd|rd|th)?|${ordinalWordPattern})(?: of)? (?:${monthPattern})|(?:${monthPattern})\.? (?:the )?(?:\d{1,2}(?:st|nd|rd|th)?|${ordinalWordPattern}))(?:(?:,? )\d{4})?)(?!\w)(?![/%])`,
    writtenDate,
  ),
  rule(
    String.raw`(?:\b(by|on|before|until|till|for|than|is|say|to|about)\s+|^)(?:the )?(\d{1,2})(?:st|nd|rd|th)\b(?! (?:floor|time|quarter|of (?!this|next|the month)))(?!-)`,
    ([, lead, digits], context) => bareDay(lead, Number(digits), context),
  ),
  rule(
    String.raw`\bthe (\d{1,2})(?:st|nd|rd|th)\b(?! (?:floor|time|quarter|of (?!this|next|the month)))(?!-)`,
    ([, digits], context) => bareDay(undefined, Number(digits), context),
  ),
  rule(
    String.raw`\b(by|on|before|until|till) the (${ordinalWordPattern})\b(?! (?:floor|time|quarter|half|shift|one|line|page|day|week|month|year|call|round|lane|site|visit|order|delivery|instal\w*|attempt|try|side|stage|phase|part|step|slide|point|item|class|division|of (?!this|next|the month)))(?!-)`,
    ([, lead, word], context) => bareDay(lead, ordinalOf(word ?? ''), context),
  ),
  rule(
    String.raw`\b(?:(by|on|before|until|till|for|than|is|say) )?the (${ordinalWordPattern})(?=$|[.,;!?]| (?:at|and|or|works?|it is|is|if|then|of (?:this|next|the) month|please|latest|so|for|instead)\b)`,
    ([, lead, word], context) => bareDay(lead, ordinalOf(word ?? ''), context),
  ),

  // A weekday alone.
  rule(
    String.raw`\bbefore (?:this )?(${weekdayPattern})\b`,
    weekday((day) => day - 1),
  ),
  rule(
    String.raw`\b(?:this |coming |this coming )?(monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b`,
    weekday((day) => day),
  ),
  rule(
    String.raw`(?:\b(?:by|on|until|till|this|for)\s+|^)(mon|tues?|weds?|thurs?|thu|fri|sat|sun)\b(?=$|[.,;!?]| (?:at|morning|afternoon|please|and|or|then|so)\b)`,
    weekday((day) => day),
  ),
];

/** A time of day ("by noon") is a time today, unless a date stands beside it. */
export const timeOfDay =
  /\b(?:by|before|at)\s+(?:noon|midday|lunch(?:time)?|(?:1[0-2]|[1-9])(?::[0-5]\d)?\s?(?:am|pm|a\.m|p\.m|o'clock))(?![a-z])|\b(?:by|before) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: o'clock)?(?=$|[.,;!?]| (?:sharp|please|latest|at))/;

function rule(source: string, resolve: DateRule['resolve']): DateRule {
  return { pattern: new RegExp(source, 'g'), resolve };
}

/** Said on a Saturday or Sunday, the week that ends is the one about to start. */
function endOfWeek(today: CivilDay): CivilDay {
  const friday = mondayOf(today) + 4;
  return friday >= today ? friday : friday + 7;
}

function endOfQuarter(today: CivilDay, quarters: number): CivilDay {
  const { year, month } = fieldsOf(today);
  return civilDay(year, (Math.ceil(month / 3) + quarters) * 3 + 1, 1) - 1;
}

function endOfNamedQuarter([, digit, word]: RegExpExecArray, { today }: DateContext): CivilDay {
  const quarter = digit === undefined ? ordinalOf(word ?? '') : Number(digit);
  const { year } = fieldsOf(today);
  const end = civilDay(year, quarter * 3 + 1, 1) - 1;
  return end >= today ? end : civilDay(year + 1, quarter * 3 + 1, 1) - 1;
}

/** "By March" is its first day; a span ("in March", "early March") is a day in it. */
function partOfMonth([, part, word]: readonly (string | undefined)[], { today }: DateContext): CivilDay | null {
  const month = monthNumber(word ?? '');
  const { year, month: current } = fieldsOf(today);
  const last = endOfMonth(civilDay(month < current ? year + 1 : year, month, 1));
  if (part === 'by') return month === current ? last : civilDay(fieldsOf(last).year, month, 1);
  return withinMonth(last, part);
}

function withinMonth(lastDay: CivilDay, part: string | undefined): CivilDay {
  const { year, month } = fieldsOf(lastDay);
  if (part === 'early' || part === 'beginning of') return civilDay(year, month, 7);
  if (part === 'mid' || part === 'middle of') return civilDay(year, month, 15);
  return lastDay;
}

function partOfWeek(monday: CivilDay, part: string | undefined, today: CivilDay): CivilDay {
  const offset = /^(?:early|beginning|start|first)/.test(part ?? '') ? 2 : /^mid/.test(part ?? '') ? 2 : 4;
  const day = monday + offset;
  return day >= today ? day : endOfWeek(today);
}

function weekday(shift: (day: CivilDay) => CivilDay): DateRule['resolve'] {
  return ([, word], { today }) => shift(today + (((weekdayIndex(word ?? '') - weekdayOf(today) + 6) % 7) + 1));
}

function weekdayOfWeek(weeks: number, shift = 0): DateRule['resolve'] {
  return ([, first, second], { today }) => mondayOf(today) + weeks * 7 + weekdayIndex(first ?? second ?? '') + shift;
}

function later(count: number, unit: string, { today, saidAt, timezone }: DateContext): CivilDay | null {
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

function namedDay([, before, christmasEve, christmas, newYearsEve]: RegExpExecArray, { today }: DateContext): CivilDay {
  const [month, day] = christmasEve ? [12, 24] : christmas ? [12, 25] : newYearsEve ? [12, 31] : [1, 1];
  return nextYearly(month, day, today) - (before === undefined ? 0 : 1);
}

function bareDay(lead: string | undefined, dayOfMonth: number, { today }: DateContext): CivilDay | null {
  const day = nextDayOfMonth(dayOfMonth, today);
  return day !== null && lead === 'before' ? day - 1 : day;
}

/** "The ninth" is the next ninth; "the 31st" skips the months that have none. */
function nextDayOfMonth(dayOfMonth: number, today: CivilDay): CivilDay | null {
  const now = fieldsOf(today);
  for (let offset = 0; offset < 3; offset += 1) {
    const { year, month } = fieldsOf(civilDay(now.year, now.month + offset, 1));
    const day = civilDay(year, month, dayOfMonth);
    if (dayOfMonth >= 1 && dayOfMonth <= daysInMonth(year, month) && day > today) return day;
  }
  return null;
}

/** 29 February waits for a leap year. */
function nextYearly(month: number, dayOfMonth: number, today: CivilDay): CivilDay {
  const { year } = fieldsOf(today);
  for (let candidate = year; candidate < year + 9; candidate += 1) {
    const day = civilDay(candidate, month, dayOfMonth);
    if (dayOfMonth <= daysInMonth(candidate, month) && day >= today) return day;
  }
  return today - 1;
}

function writtenDate([, before, phrase]: RegExpExecArray, { today }: DateContext): CivilDay | null | undefined {
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
