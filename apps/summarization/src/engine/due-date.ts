import { dayOfIso, isoDate, localDay } from './civil-date.ts';
import type { CivilDay } from './civil-date.ts';
import { dateRules, timeOfDay } from './date-rules.ts';
import type { DateContext } from './date-rule.ts';
import { FreeWords } from './free-words.ts';
import { countedFromNext, relativePhrases, type RelativePhrase } from './relative-dates.ts';

/** A date that was said, and where: `[start, end)` covers the words with their preposition ("by next Friday"). */
export interface DateMention {
  readonly start: number;
  readonly end: number;
  readonly date: string;
}

/**
 * The date that a phrase of sales talk means, counted from the local date of the moment it was said; null when it names none
 * ("soon", "after the holidays") or one that has passed. Conventions where English is ambiguous are in the README.
 */
export function resolveDueDate(phrase: string, saidAt: Date, timezone: string): string | null {
  return findDueDate(phrase, saidAt, timezone)?.date ?? null;
}

/**
 * Of several dates in one sentence: the last deadline ("by …"), else the last one after a correction ("no, Thursday"), else the first.
 * "The Friday before" counts from the day that is named before it; `anchor` is the one of an earlier sentence.
 */
export function findDueDate(
  sentence: string,
  saidAt: Date,
  timezone: string,
  anchor: string | null = null,
): DateMention | null {
  const text = normalise(sentence);
  if (!anyDateWord.test(text)) return null;
  const context: DateContext = { today: localDay(saidAt, timezone), saidAt, timezone };
  const all = mentionsIn(text, context, anchor === null ? null : dayOfIso(anchor));
  // "Not Friday, Monday."
  const wanted = all.filter(({ start }) => !/\bnot (?:on |by )?$/.test(upTo(text, start)));
  const mentions = wanted.length > 0 ? wanted : all;
  const first = mentions[0];
  if (first === undefined) return timeOfDayMention(text, context);
  const last = mentions[mentions.length - 1] ?? first;
  if (correction.test(text.slice(first.end, last.start))) return last;
  if (putsOff.test(lastClause(text.slice(0, first.start))) && /^ (?:to|until) ?/.test(text.slice(first.end)))
    return last;
  // "Tonight or tomorrow morning at the latest."
  const latest = mentions.findLast(({ end }) =>
    /^ ?(?:morning|afternoon|evening|noon|night)?,? ?(?:at the (?:very )?)?latest\b/.test(text.slice(end)),
  );
  if (latest !== undefined) return latest;
  const deadline = mentions.findLast((mention) => deadlineWord.test(text.slice(mention.start, mention.end)));
  return deadline ?? first;
}

// Most sentences name no date at all: one look spares them sixty.
const anyDateWord =
  /\d|day|week|month|quarter|year|hour|minute|fortnight|morrow|tonight|\bnow\b|morning|afternoon|evening|noon|lunch|\ba(?:r)?vo\b|\b(?:by|before) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|immediately|away\b|hang up|after (?:this|the|our) call|close of|end of|eo[dmqyw]\b|mid-?week|\bq[1-4]\b|first thing|tomor|tmrw|\bhalf\b|off (?:the|this) |straight ?away|after this|midnight|\bcob\b|christmas|\bthe \w+(?:[- ]\w+)?(?:st|nd|rd|th)\b|second|\b(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\b|january|february|march|april|june|july|august|september|october|november|december/;
const deadlineWord = /^(?:by|before|until|till|no later than|not later than|latest)\b/;
const correction =
  /\b(?:no(?! (?:problem|worries|rush|hurry|later))|actually|sorry|rather|make (?:that|it)|i mean|scratch that|better)\b/;
const putsOff = /\b(?:mov|push|shift|bump|chang|slip|switch|swap|reschedul|postpon)/;
const leadIn =
  /(?:\b(?:by|before|until|till|no later than|not later than|on|in|at|for|within|sometime|some time|around|about|say|like|latest|the|this|as of|from|or|(?:close|end) of (?:the )?(?:play|business|day)|cob|eod|noon|lunchtime|first thing|last thing)\s+){1,4}$/;

// "Before our call on Thursday" is over on Wednesday.
const beforeMeeting =
  /\b(?:before|ahead of) (?:we|our|the|my|your|their|that|this|next) ?(?:[\w-]+ ){0,2}(?:call|meeting|session|demo|visit|chat|talk|review|kick-?off|workshop|board|committee|panel|audit|opening|launch|meet|speak|meets|sits)\s+(?:again )?$/;

function timeOfDayMention(text: string, { today }: DateContext): DateMention | null {
  const match = timeOfDay.exec(text);
  return match === null ? null : { start: match.index, end: match.index + match[0].length, date: isoDate(today) };
}

// One character for one character, so that places in the normalised text are places in the sentence.
function normalise(text: string): string {
  return text
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[‘’]/g, "'")
    .replace(notBefore, (found) => found.replace(/before$/, 'around'));
}

// "Before you go on leave on the 14th": the day before, as with "before the 14th". Who leaves on Friday leaves after work.
const beforeEvent =
  /\b(?:before|ahead of) (?!(?:the |our |my |your )?(?:end|close|noon|lunch\w*|midday|midnight|weekend|\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)(?:(?!by\b|until\b|till\b|if\b|or\b|and\b|but\b|(?<!\bon )leaves?\b|leaving\b|finish\w*\b|knock\b|log\b|head\b|close\b)[\w'-]+ ){1,6}$/;

// "On or before Friday" and "not before Friday" are Friday; "before Friday noon" is, too. Only "before" itself means the day before.
const notBefore =
  /\b(?:on or|not|cannot|\w+n't\b[^.,;!?]{0,30}) before(?= )|\bbefore(?= (?:this |next )?\w+day (?:noon|lunch|midday|morning|afternoon|evening|night|close|\d))/g;

const onADay = /^on /;

// The longest lead-in and the longest "before our next meeting with …" in speech; a look further back would make the work quadratic.
const longestLead = 200;
// No date takes more words.
const longestDate = 120;

const upTo = (text: string, end: number) => text.slice(Math.max(0, end - longestLead), end);
const lastClause = (text: string) =>
  text.slice(Math.max(...['.', ';', '!', '?'].map((mark) => text.lastIndexOf(mark))) + 1);

/** The dates of a text in order, in as many steps as the text is long: each rule passes over it once, or twice where a day counts from another. */
function mentionsIn(text: string, context: DateContext, anchor: CivilDay | null): readonly DateMention[] {
  const counted = countedMentions(text, context);
  const phrases = relativePhrases(text);
  const found = phrases.length === 0 ? [] : ruleMentions(text, context, counted);
  const relative = relativeMentions(text, context, { anchor, phrases, found: inOrder([...counted, ...found]) });
  const taken = [...counted.filter((one) => !relative.countedFrom.has(one)), ...relative.mentions];
  // What a relative day counts from is not meant itself.
  const hidden = [...relative.countedFrom];
  return inOrder([...taken, ...ruleMentions(text, context, [...taken, ...hidden])]);
}

const inOrder = (mentions: readonly DateMention[]) => [...mentions].sort((left, right) => left.start - right.start);

/** "Two days before the twentieth", "the Friday before the 11th of May": from the last to the first, as one may count from the next one. */
function countedMentions(text: string, context: DateContext): readonly DateMention[] {
  const mentions: DateMention[] = [];
  let following: DateMention | undefined;
  for (const { start, end, from } of countedFromNext(text).toReversed()) {
    const inner: DateMention | undefined = following?.start === end ? following : undefined;
    const next = inner ?? mentionAt(text, end, context);
    const meant = next === undefined ? null : from(dayOfIso(next.date));
    following = undefined;
    if (next === undefined || meant === null || meant < context.today) continue;
    if (inner !== undefined) mentions.pop();
    mentions.push((following = { start, end: next.end, date: isoDate(meant) }));
  }
  return mentions;
}

/** The date that starts at a place of the text. */
function mentionAt(text: string, place: number, context: DateContext): DateMention | undefined {
  const words = text.slice(place, place + longestDate);
  const [first] = inOrder(ruleMentions(words, context, []));
  return first?.start === 0 ? { start: place, end: place + first.end, date: first.date } : undefined;
}

interface Counting {
  readonly anchor: CivilDay | null;
  readonly phrases: readonly RelativePhrase[];
  /** The dates that stand for themselves, in order. */
  readonly found: readonly DateMention[];
}

/** "The fourth of July, and the Monday before": each counts from the last date before it, from left to right. */
function relativeMentions(text: string, { today }: DateContext, { anchor, phrases, found }: Counting) {
  const mentions: DateMention[] = [];
  const countedFrom = new Set<DateMention>();
  let before: DateMention | undefined;
  let place = 0;
  for (const { start, end, from } of phrases) {
    for (; place < found.length && (found[place]?.end ?? 0) <= start; place += 1) {
      const one = found[place];
      if (one !== undefined && one.start >= (mentions.at(-1)?.end ?? 0)) before = one;
    }
    if (before !== undefined && /^ or /.test(text.slice(before.end, start))) continue;
    const day = before === undefined ? anchor : dayOfIso(before.date);
    const meant = day === null ? null : from(day);
    if (meant === null || meant < today) continue;
    if (before !== undefined && before !== mentions.at(-1)) countedFrom.add(before);
    before = { start: start - leadOf(text, start), end, date: isoDate(meant) };
    mentions.push(before);
  }
  return { mentions, countedFrom };
}

/** What the rules find beside the words that are taken: an earlier rule takes its words away from the later ones. */
function ruleMentions(text: string, context: DateContext, taken: readonly DateMention[]): readonly DateMention[] {
  const free = new FreeWords(text.length);
  for (const { start, end } of taken) free.take(start, end);
  const mentions: DateMention[] = [];
  for (const rule of dateRules) {
    for (const match of text.matchAll(rule.pattern)) {
      const end = match.index + match[0].length;
      if (!free.are(match.index, end)) continue;
      const day = rule.resolve(match, context);
      // A phrase that a rule understands as "no date" still hides its words from the rules after it ("last Friday").
      if (day === undefined) continue;
      const start = match.index - leadOf(text, match.index);
      const lead = upTo(text, start);
      const earlier = (
        beforeMeeting.exec(lead) ?? (onADay.test(text.slice(start, end)) ? beforeEvent.exec(lead) : null)
      )?.[0].length;
      free.take(start - (earlier ?? 0), end);
      const meant = day === null || earlier === undefined ? day : day - 1;
      if (meant !== null && meant >= context.today)
        mentions.push({ start: start - (earlier ?? 0), end, date: isoDate(meant) });
    }
  }
  return mentions;
}

const leadOf = (text: string, place: number) => leadIn.exec(upTo(text, place))?.[0].length ?? 0;
