import { mondayOf, weekdayOf } from './civil-date.ts';
import type { CivilDay } from './civil-date.ts';
import { later } from './date-meanings.ts';
import { countOf, countPattern, weekdayIndex, weekdayPattern } from './date-words.ts';
import { FreeWords } from './free-words.ts';

/** "The Friday before", "a week later": a day that counts from another one, which was named before. */
interface RelativeRule {
  readonly pattern: RegExp;
  readonly resolve: (match: RegExpExecArray, anchor: CivilDay) => CivilDay | null;
}

export interface RelativePhrase {
  readonly start: number;
  readonly end: number;
  readonly from: (anchor: CivilDay) => CivilDay | null;
}

// Not "the day after tomorrow" or "two days after delivery": what they count from is in their own words.
const alone = String.raw`(?: (?:that|then|it))?(?=\s*(?:$|[.,;:!?])| (?:is|works?|would|will|could|if|at|then|instead|please|or|and|morning|afternoon)\b)`;
const rule = (source: string, resolve: RelativeRule['resolve']): RelativeRule => ({
  pattern: new RegExp(source, 'g'),
  resolve,
});

const rules: readonly RelativeRule[] = [
  rule(String.raw`\b(?:the|that) (${weekdayPattern}) (after|before)${alone}`, ([, day, side], anchor) =>
    side === 'after' ? nextAfter(day ?? '', anchor) : nextAfter(day ?? '', anchor - 8),
  ),
  rule(String.raw`\bthe (?:very next|following) (${weekdayPattern})\b`, ([, day], anchor) =>
    nextAfter(day ?? '', anchor),
  ),
  rule(
    String.raw`\b(?:the )?(${weekdayPattern}) (?:of )?(?:that|the same) week\b|\b(?:that|the same) week,? (?:on )?(?:the )?(${weekdayPattern})\b|\bthat (${weekdayPattern})\b`,
    ([, first, second, third], anchor) => mondayOf(anchor) + weekdayIndex(first ?? second ?? third ?? ''),
  ),
  rule(String.raw`\bthe (?:day (after|before)|(following|previous) day)${alone}`, ([, side, other], anchor) =>
    side === 'before' || other === 'previous' ? anchor - 1 : anchor + 1,
  ),
  rule(String.raw`\bthe week (after|before)${alone}`, ([, side], anchor) =>
    side === 'after' ? mondayOf(anchor) + 11 : mondayOf(anchor) - 3,
  ),
  rule(
    String.raw`\b(${countPattern}) (day|week|fortnight|month)s? (after|before|later|earlier)${alone}`,
    ([, count, unit, side], anchor) => shifted(anchor, countOf(count ?? ''), unit ?? '', side ?? ''),
  ),
  rule(String.raw`\b(?:on )?(?:the|that) same day\b`, (_, anchor) => anchor),
];

/** Whether a text may mean another day according to what was said before it. */
export function countsFromAnother(text: string): boolean {
  return hint.test(text) && relativePhrases(text).length > 0;
}

const counted = new RegExp(
  String.raw`\b(?:(${countPattern}) (day|week|fortnight|month)s?|the day|the (${weekdayPattern})) (before|after|from|prior to|ahead of) (?=on |the |${weekdayPattern}|\d|next |tomorrow)`,
  'g',
);

/** Phrases that end where the day begins from which they count: "two days before |the twentieth". */
export function countedFromNext(text: string): readonly RelativePhrase[] {
  if (!hint.test(text)) return [];
  return [...text.matchAll(counted)].map(([phrase, count, unit, day, side = ''], index, all) => {
    const start = all[index]?.index ?? 0;
    const back = side === 'before' || side === 'prior to' || side === 'ahead of';
    const from = (anchor: CivilDay) => {
      if (day !== undefined) return nextAfter(day, back ? anchor - 8 : anchor);
      return shifted(anchor, countOf(count ?? 'one'), unit ?? 'day', back ? 'before' : 'after');
    };
    return { start, end: start + phrase.length, from };
  });
}

const hint = /\b(?:after|before|from|prior|ahead|later|earlier|following|previous|that|same|very next)\b/;

/** In order of the text, none within another. */
export function relativePhrases(text: string): readonly RelativePhrase[] {
  if (!hint.test(text)) return [];
  const found: RelativePhrase[] = [];
  const free = new FreeWords(text.length);
  for (const { pattern, resolve } of rules) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (!free.are(start, end)) continue;
      free.take(start, end);
      found.push({ start, end, from: (anchor) => resolve(match, anchor) });
    }
  }
  return found.sort((left, right) => left.start - right.start);
}

/** The first such weekday after a day. */
function nextAfter(word: string, day: CivilDay): CivilDay {
  return day + (((weekdayIndex(word) - weekdayOf(day) + 6) % 7) + 1);
}

function shifted(anchor: CivilDay, count: number, unit: string, side: string): CivilDay | null {
  const sign = side === 'before' || side === 'earlier' ? -1 : 1;
  if (unit === 'month')
    return sign < 0 ? null : later(count, unit, { today: anchor, saidAt: new Date(0), timezone: 'UTC' });
  return anchor + sign * count * (unit === 'day' ? 1 : unit === 'week' ? 7 : 14);
}
