import type { Sentence } from './dialogue.ts';
import { findDueDate, resolveDueDate, type DateMention } from './due-date.ts';
import { civilDay, dayOfIso, isoDate, mondayOf } from './civil-date.ts';
import { countsFromAnother } from './relative-dates.ts';
import { monthPattern, ordinalWordPattern, weekdayPattern } from './date-words.ts';

/** A bare "Tuesday" or "the twentieth" means the one that was spoken of before: "the twentieth of July … book them for the twentieth". */
export class DatesSaid {
  readonly #saidAt: Date;
  readonly #timezone: string;
  readonly #full: { readonly date: string; readonly turn: number }[] = [];
  #month: { readonly month: string; readonly turn: number } | undefined;
  #turn = 0;
  #latest: { readonly date: string; readonly turn: number } | null = null;
  readonly #known = new Map<string, DateMention | null>();
  readonly #relative = new Map<string, boolean>();

  constructor(saidAt: Date, timezone: string) {
    this.#saidAt = saidAt;
    this.#timezone = timezone;
  }

  hear({ text, turn }: Sentence): void {
    const month = namedMonth.exec(text)?.[1];
    if (month !== undefined) this.#month = { month, turn };
    this.#turn = turn;
    const mention = this.#resolve(text);
    if (mention !== null) this.#latest = { date: (this.dateIn(text) ?? mention).date, turn };
    if (mention === null || bareDay(text, mention) !== null || !named.test(text.slice(mention.start, mention.end)))
      return;
    this.#full.push({ date: mention.date, turn });
    if (this.#full.length > mostRemembered) this.#full.shift();
  }

  /** The day that was named last, in whatever words, and in which turn. */
  latest(): { readonly date: string; readonly turn: number } | null {
    return this.#latest;
  }

  // On a very long call most sentences return.
  #resolve(text: string): DateMention | null {
    const anchor = this.#isRelative(text) ? this.#near(nearTurns) : null;
    const key = anchor === null ? text : `${anchor} ${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const mention = findDueDate(text, this.#saidAt, this.#timezone, anchor);
    if (this.#known.size < mostKnown) this.#known.set(key, mention);
    return mention;
  }

  /** The day that was named in full last, if that was not many turns ago: "the end of the month" is none to count from. */
  #near(turns: number): string | null {
    return this.#full.findLast(({ turn }) => this.#turn - turn <= turns)?.date ?? null;
  }

  /** "The exec is on the fourteenth of January … I'll phone on the fifteenth": the one that lies nearest to the last date in full. */
  #closestTo(own: string): string | null {
    const anchor = this.#full.findLast(({ turn }) => this.#turn - turn <= nearTurns * 3);
    if (anchor === undefined || anchor.date.slice(0, 7) === own.slice(0, 7)) return null;
    const [year = 0, month = 1] = anchor.date.split('-').map(Number);
    const meant = isoDate(civilDay(year, month, dayOf(own)));
    const far = (date: string) => Math.abs(dayOfIso(date) - dayOfIso(anchor.date));
    if (far(own) <= nearDays) return own;
    return dayOf(meant) === dayOf(own) && meant > own && far(meant) <= nearDays ? meant : null;
  }

  #isRelative(text: string): boolean {
    const known = this.#relative.get(text);
    if (known !== undefined) return known;
    const relative = countsFromAnother(text);
    if (this.#relative.size < mostKnown) this.#relative.set(text, relative);
    return relative;
  }

  dateIn(text: string): DateMention | null {
    const mention = this.#resolve(text);
    const bare = mention === null ? null : bareDay(text, mention);
    if (mention === null || bare === null) return mention;
    const [same, own] = [bare === 'weekday' ? weekdayOf : dayOf, mention.date];
    const near = this.#full.filter(({ turn }) => bare === 'day' || this.#turn - turn <= nearTurns);
    const meant = near.findLast(({ date }) => same(date) === same(own) && date > own)?.date;
    if (meant !== undefined) return { ...mention, date: meant };
    const counter = bare === 'weekday' && counters.test(text) && !promises.test(text) ? this.#near(1) : null;
    if (counter !== null) return { ...mention, date: inWeekOf(counter, own) };
    const closest = bare === 'day' ? this.#closestTo(own) : null;
    if (closest !== null) return { ...mention, date: closest };
    // "We close in July. The twentieth, say."
    const { month, turn } = this.#month ?? { month: '', turn: -9 };
    const inMonth =
      bare === 'day' && this.#turn - turn <= 1
        ? resolveDueDate(`${String(dayOf(own))} ${month}`, this.#saidAt, this.#timezone)
        : null;
    return inMonth === null || inMonth < own ? mention : { ...mention, date: inMonth };
  }
}

/** "The twenty-eighth I'm away, Thursday would be better": the Thursday of that week. */
function inWeekOf(date: string, weekday: string): string {
  const monday = mondayOf(dayOfIso(date));
  const own = dayOfIso(weekday);
  return isoDate(monday > own ? monday + (own - mondayOf(own)) : own);
}

// A bare day of the month belongs to the month that is spoken of, when that is nearer than the next such day.
const nearDays = 10;

const counters =
  /\b(?:better|rather|instead|works?|suits?|could do|can do|make it|make that|let's|let it be|how about|what about|is (?:fine|good|ok|okay|perfect)|i'm free|we're free)\b|^(?:[\w']+[,.]? ){0,3}\w+day\W*(?:then|maybe|perhaps|instead)?\W*$/;
const promises = /\b(?:i'?ll|we'?ll|i will|we will|send|email|get (?:you|it|that|them)|have it)\b/;

const mostKnown = 20_000;
const mostRemembered = 12;
// "Monday" much later is just the next one.
const nearTurns = 3;
const namedMonth = new RegExp(`\\b(?:of|in|for|until|by|from|early|late|mid|(?:st|nd|rd|th)) (${monthPattern})\\b`);
// Words that name a day; "the end of next week" names none.
const named = new RegExp(
  `^(?!.*\\b(?:end of|week of)\\b).*\\b(?:${weekdayPattern}|\\d{1,2}(?:st|nd|rd|th)?|${ordinalWordPattern})\\b`,
);
const lead = '^(?:(?:by|on|in|for|until|till|at|around|about|say|like|latest|no later than|not later than)\\s+)*';
const bareWeekday = new RegExp(`${lead}(?:${weekdayPattern})$`);
const bareDayOfMonth = new RegExp(`${lead}(?:the )?(?:\\d{1,2}(?:st|nd|rd|th)|${ordinalWordPattern})$`);

function bareDay(text: string, { start, end }: DateMention): 'weekday' | 'day' | null {
  const words = text.slice(start, end);
  if (bareWeekday.test(words)) return 'weekday';
  return bareDayOfMonth.test(words) ? 'day' : null;
}

const weekdayOf = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay();
const dayOf = (date: string) => Number(date.slice(8));
