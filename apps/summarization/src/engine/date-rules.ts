import { addWorkingDays, civilDay, endOfMonth, fieldsOf, mondayOf } from './civil-date.ts';
import {
  bareDay,
  endOfHalf,
  endOfNamedQuarter,
  endOfQuarter,
  endOfWeek,
  lastDayOf,
  later,
  middleOfMonth,
  middleOfWeek,
  namedDay,
  namedQuarter,
  nextDayOfMonth,
  nextOf,
  partOfMonth,
  partOfQuarter,
  partOfWeek,
  weekday,
  weekdayOfWeek,
  weekOfMonth,
  weekWith,
  withinMonth,
  writtenDate,
} from './date-meanings.ts';
import { rule, type DateRule } from './date-rule.ts';
import { countOf, countPattern, monthPattern, ordinalOf, ordinalWordPattern, weekdayPattern } from './date-words.ts';
import { notDates } from './not-dates.ts';

const spanned = String.raw`(${countPattern})(?:(?: (?:to|or) | ?[-–] ?)(${countPattern}))?`;
const within = String.raw`(?:(?:in|within|inside)(?: of)?|over the (?:next|coming))(?: (?:about|around|roughly|maybe|say|under|less than|no more than|at most|just|the next|the coming|another))*`;

/** In order: an earlier rule takes its words away from the later ones. Texts are lower-case, apostrophes straight. */
export const dateRules: readonly DateRule[] = [
  ...notDates,

  // Today, and a week from it.
  rule(String.raw`\b(?:a |one )?week (?:from )?today\b|\btoday week\b`, (_, { today }) => today + 7),
  rule(String.raw`\b(?:two weeks|a fortnight) (?:from )?today\b`, (_, { today }) => today + 14),
  rule(
    String.raw`\b(${countPattern}) (day|week|fortnight|month)s? (?:from |on |after )?(today|tomorrow)\b`,
    ([, count, unit, from], context) => {
      const day = later(countOf(count ?? ''), unit ?? '', context);
      return day !== null && from === 'tomorrow' ? day + 1 : day;
    },
  ),
  rule(
    String.raw`(?<!\b(?:for|once|twice|takes?|last(?:s|ed)?) )\b(a week|a fortnight|(?:${countPattern}) weeks) (?:from |on )?(?:this |next )?(${weekdayPattern})\b`,
    ([, span, day], { today, saidAt, timezone }) => {
      const [count = '', unit = ''] = /^(.+) (week|fortnight)s?$/.exec(span ?? '')?.slice(1) ?? [];
      const first = nextOf(day ?? '', today);
      return later(countOf(count), unit, { today: first, saidAt, timezone });
    },
  ),
  rule(
    String.raw`\b(?:end of (?:the |this |my |your )?(?:day|business(?: day)?|play)|close of (?:business|play)|eod|cob|tonight|(?:later )?today|right now|right away|straight away|immediately|this (?:morning|afternoon|evening|arvo|avo)|within the hour|straightaway|(?:right |straight )?after (?:this|the|our) call|(?:right|straight) after this|after this(?=$|[.,;!?])|(?:(?:right |straight )?after|when|once|as soon as|the (?:minute|moment|second)) (?:i|we|you)(?:'m|'re| am| are)? ?(?:hang up|get off|off|come off)(?: (?:the phone|this(?: call)?|the call|here))?|before the day(?:'s| is) (?:out|over))\b(?! (?:tomorrow|on|next|${weekdayPattern}))`,
    (_, { today }) => today,
  ),
  rule(
    String.raw`(?<=\b(?:send|do|get|email|forward)(?: (?:it|that|this|them|those))?(?: over)? )now\b|\bnow(?= itself\b)|(?<=(?:'ll|\bwill|\bgoing to)\b[^.,;]{0,80} )now(?=$|[.,;!?])`,
    (_, { today }) => today,
  ),
  rule(String.raw`^(?:now|by now)$`, (_, { today }) => today),

  // Tomorrow and after.
  rule(String.raw`\b(?:the )?day after tomorrow\b`, (_, { today }) => today + 2),
  rule(
    String.raw`\bfirst thing in the morning\b|\bfirst thing(?=$|[.,;!?])|(?<=(?:'ll|\bwill|\bgoing to)\b[^.,;\d]{0,60})\bin the morning(?=$|[.,;!?])`,
    (_, { today }) => today + 1,
  ),
  rule(String.raw`\bbefore tomorrow\b`, (_, { today }) => today),
  rule(
    String.raw`\b(a week )?(?:tomorrow|tomorow|tomoro|tmrw)(?:'s end of day)?( week)?\b`,
    ([, before, after], { today }) => (before === undefined && after === undefined ? today + 1 : today + 8),
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
    String.raw`\b(?:end of (?:the |this )?month|month(?:[- ]?|'s )end|eom)\b|\bbefore the month(?:'s| is) (?:out|over)\b`,
    (_, { today }) => endOfMonth(today),
  ),
  rule(String.raw`\bend of next month\b`, (_, { today }) => endOfMonth(today, 1)),
  rule(
    String.raw`\b(?:end of (?:the |this )?quarter|quarter[- ]?end|eoq)\b|\bbefore the quarter(?:'s| is) (?:out|over)\b`,
    (_, { today }) => endOfQuarter(today, 0),
  ),
  rule(String.raw`\bend of next quarter\b`, (_, { today }) => endOfQuarter(today, 1)),
  rule(
    String.raw`\b(?:end of (?:the |this )?(?:calendar )?year|year[- ]?end|eoy)\b|\bbefore the year(?:'s| is) (?:out|over)\b`,
    (_, { today }) => civilDay(fieldsOf(today).year, 12, 31),
  ),
  rule(String.raw`\bend of (?:the year )?(20\d\d)\b`, ([, year]) => civilDay(Number(year), 12, 31)),
  rule(String.raw`\bend of next year\b`, (_, { today }) => civilDay(fieldsOf(today).year + 1, 12, 31)),
  rule(String.raw`\bend of (?:the )?(?:q([1-4])|(first|second|third|fourth) quarter)\b`, endOfNamedQuarter),
  rule(String.raw`\bend of (?:the (?:half|half[- ]year)|h([12]))\b`, endOfHalf),
  rule(
    String.raw`\b(by|in|during|early|mid|late|beginning of|start of|sometime|some time)[\s-]+q([1-4])\b`,
    namedQuarter,
  ),
  rule(String.raw`^(in )?q([1-4])$`, namedQuarter),
  rule(
    String.raw`\b(first|second|third|fourth|last) (full )?week (?:of|in) (?:(next|this|the) month|(${monthPattern}))\b`,
    ([, which, full, month, name], { today }) => {
      const last = name === undefined ? endOfMonth(today, month === 'next' ? 1 : 0) : lastDayOf(name, today);
      return weekOfMonth(which ?? '', last, full !== undefined);
    },
  ),
  rule(String.raw`\blast day of (${monthPattern})\b`, ([, word], context) =>
    partOfMonth(['', 'end of', word ?? ''], context),
  ),
  rule(
    String.raw`\b(end of|early(?: in)?|mid|middle of|late(?: in)?|beginning of|start of|first half of|second half of|in|by|during|this)[\s-]+(${monthPattern})\b(?!\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?\b)`,
    partOfMonth,
  ),
  rule(
    String.raw`\b(early|mid|middle of|late|later|sometime|beginning of|start of|first half of|second half of)?[\s-]*(?:the )?(this|next) month\b`,
    ([, part, which], { today }) => withinMonth(endOfMonth(today, which === 'next' ? 1 : 0), part),
  ),
  rule(String.raw`\b(?:beginning|start) of the month\b`, ([, part], { today }) =>
    withinMonth(endOfMonth(today, 1), part ?? 'early'),
  ),
  rule(String.raw`\b(?:mid[- ]month|middle of the month)\b`, (_, { today }) => middleOfMonth(today)),
  rule(String.raw`\b(early|mid|late|beginning of|start of)?[\s-]*(this|next) quarter\b`, ([, part, which], { today }) =>
    partOfQuarter(part, endOfQuarter(today, which === 'next' ? 1 : 0), today),
  ),

  // Weekdays and weeks.
  rule(
    String.raw`\b(?:the )?(?:week (?:of|commencing|beginning|starting)|w/c)(?: the| on| from| monday)* (?:(\d{1,2})(?:st|nd|rd|th)?|(${ordinalWordPattern}))(?! (?:of )?(?:${monthPattern})|\w)`,
    ([, digits, word], { today }) => {
      const day = nextDayOfMonth(ordinalOf(digits ?? word ?? ''), mondayOf(today) - 1);
      return day === null ? null : weekWith(day);
    },
  ),
  rule(
    String.raw`\b(?:the )?(?:week (?:of|commencing|beginning|starting)|w/c)(?: the| on| from| monday)* ((?:\d{1,2}(?:st|nd|rd|th)?|${ordinalWordPattern})(?: of)? (?:${monthPattern})|(?:${monthPattern}) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)?|${ordinalWordPattern}))\b`,
    ([match, phrase], context) => {
      const day = writtenDate([match, undefined, phrase] as unknown as RegExpExecArray, context);
      return day === undefined || day === null ? day : weekWith(day);
    },
  ),
  rule(String.raw`\bmid-?week,? next week\b`, (_, { today }) => mondayOf(today) + 9),
  rule(String.raw`\b(?:same|this) (?:time|day) next week\b|\ba week from now\b`, (_, { today }) => today + 7),
  rule(String.raw`\bmid-?week\b|\bmiddle of the week\b`, (_, { today }) => middleOfWeek(today)),
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
    String.raw`\b(?:(${weekdayPattern}),? )(?:the (?:(\d{1,2})(?:st|nd|rd|th)?|(${ordinalWordPattern}))|(\d{1,2})(?:st|nd|rd|th)|(?!first|second)(${ordinalWordPattern}))\b(?! (?:of )?(?:${monthPattern}))`,
    ([, , theDigits, theWord, bareDigits, bareWord], { today }) =>
      nextDayOfMonth(ordinalOf(theDigits ?? theWord ?? bareDigits ?? bareWord ?? ''), today),
  ),
  rule(
    String.raw`\b(early|earlier|early in|beginning of|start of|first half of|mid|middle of|late|later|back end of|second half of|back half of)?[\s-]*(?:(next week|(?:the )?following week)|((?:the )?week after(?: next)?)|(this week)|(?<=later (?:on )?in )(the week)|(?<=back end of )(the week))\b`,
    ([, part, next, afterNext], { today }) =>
      partOfWeek(mondayOf(today) + (next !== undefined ? 7 : afterNext !== undefined ? 14 : 0), part, today),
  ),
  rule(String.raw`\b(?:after|following) (?:the|this) weekend\b`, (_, { today }) => mondayOf(today) + 7),
  rule(String.raw`\b(?:before|by) (?:the|this) weekend\b|\bbefore the week(?:'s| is) (?:out|over)\b`, (_, { today }) =>
    endOfWeek(today),
  ),
  rule(String.raw`\bnext weekend\b`, (_, { today }) => mondayOf(today) + 13),
  rule(String.raw`\b(?:over|at|on|this|during)(?: the| this)? weekend\b`, (_, { today }) => mondayOf(today) + 6),

  // Working days, then counted spans.
  rule(String.raw`\b(?:next|one|first) (?:working|business) day\b`, (_, { today }) => addWorkingDays(today, 1)),
  rule(
    String.raw`(?:\b(?:after|${within}) |^(?:(?:about|maybe|say|give me) )?)${spanned} (?:working|business) days?\b`,
    ([, low, high], { today }) => addWorkingDays(today, countOf(high ?? low ?? '')),
  ),
  rule(
    String.raw`\b(${countPattern}) (?:working|business) days?(?:' time)? from (?:now|today)\b`,
    ([, count], { today }) => addWorkingDays(today, countOf(count ?? '')),
  ),
  rule(String.raw`\b(?:in|within) (?:a|one) (day|week|month) or (?:two|so)\b`, ([phrase, unit], context) =>
    later(phrase.endsWith('two') ? 2 : 1, unit ?? '', context),
  ),
  rule(
    String.raw`\b${within} ${spanned} (minute|hour|day|week|fortnight|month|year)s?(?:' time|'s time)?\b`,
    ([, low, high, unit], context) => later(countOf(high ?? low ?? ''), unit ?? '', context),
  ),
  rule(String.raw`\b(?:in |within )(?:(?:the|this) next |half an )(hour)\b`, (_, context) => later(1, 'hour', context)),
  rule(String.raw`\b${spanned} (day|week|fortnight|month)s?'? time\b`, ([, low, high, unit], context) =>
    later(countOf(high ?? low ?? ''), unit ?? '', context),
  ),
  rule(String.raw`\b(?:in|within) (?:the next )?(day|week|month)\b`, ([, unit], context) =>
    later(1, unit ?? '', context),
  ),
  rule(
    String.raw`\bgive (?:me|us|him|her|them) (?:(?:about|like|maybe|say|around|until|just|another) )*${spanned} (hour|day|week|fortnight|month)s?\b`,
    ([, low, high, unit], context) => later(countOf(high ?? low ?? ''), unit ?? '', context),
  ),
  rule(
    String.raw`\b(?:(${countPattern})) (hour|day|week|fortnight|month)s? (?:from (?:now|today)|after (?:this|the|our) call)\b`,
    ([, count, unit], context) => later(countOf(count ?? ''), unit ?? '', context),
  ),

  // Named days.
  rule(String.raw`\b(before )?(?:(christmas eve)|(christmas(?: day)?)|(new year's eve)|(new year's day))\b`, namedDay),

  // Written dates, read by chrono (day before month), then bare days of the month.
  rule(
    String.raw`\b(before )?(?:(?:${weekdayPattern}),? )?(?:the )?((?:\d{4}-\d\d?-\d\d?)|(?:\d{1,2}/\d{1,2}(?:/\d{2,4})?)|(?:\d{1,2}\.\d{1,2}\.(?:\d{2,4})?)|(?:(?:\d{1,2}(?:st|nd|rd|th)?|${ordinalWordPattern})(?: of)? (?:${monthPattern})|(?:${monthPattern})\.? (?:the )?(?:\d{1,2}(?:st|nd|rd|th)?|${ordinalWordPattern}))(?:(?:,? )\d{4})?)(?!\w)(?![/%])`,
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

/** A time of day ("by noon") is a time today, unless a date is beside it. */
export const timeOfDay =
  /\b(?:by|before|at)\s+(?:noon|midday|lunch(?:time)?|(?:1[0-2]|[1-9])(?::[0-5]\d)?\s?(?:am|pm|a\.m|p\.m|o'clock))(?![a-z])|\b(?:by|before) (?:midnight|half (?:past )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|(?:1[0-2]|[1-9])(?::[0-5]\d)?|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: o'clock)?)(?=$|[.;!?]|,(?!\d)| (?:sharp|please|latest|at|today|or so)\b)/;
