import type { Sentence } from './dialogue.ts';
import { findDueDate, resolveDueDate, type DateMention } from './due-date.ts';
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
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const mention = findDueDate(text, this.#saidAt, this.#timezone);
    if (this.#known.size < mostKnown) this.#known.set(text, mention);
    return mention;
  }

  dateIn(text: string): DateMention | null {
    const mention = this.#resolve(text);
    const bare = mention === null ? null : bareDay(text, mention);
    if (mention === null || bare === null) return mention;
    const [same, own] = [bare === 'weekday' ? weekdayOf : dayOf, mention.date];
    const near = this.#full.filter(({ turn }) => bare === 'day' || this.#turn - turn <= nearTurns);
    const meant = near.findLast(({ date }) => same(date) === same(own) && date > own)?.date;
    if (meant !== undefined) return { ...mention, date: meant };
    // "We close in July. The twentieth, say."
    const { month, turn } = this.#month ?? { month: '', turn: -9 };
    const inMonth =
      bare === 'day' && this.#turn - turn <= 1
        ? resolveDueDate(`${String(dayOf(own))} ${month}`, this.#saidAt, this.#timezone)
        : null;
    return inMonth === null || inMonth < own ? mention : { ...mention, date: inMonth };
  }
}

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
