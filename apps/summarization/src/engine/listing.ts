import type { Dialogue } from './dialogue.ts';
import { topicsIn } from './topic-words.ts';

/** Words a minute at which people talk; transcripts without times have a length, too. */
const wordsPerMinute = 150;

/** How long a call is by what was said, in minutes. */
export function spokenMinutes({ sentences }: Dialogue): number {
  return sentences.reduce((sum, { words }) => sum + words, 0) / wordsPerMinute;
}

/** The reader has never seen a call of a few lines: there the words alone decide. */
export const isFewLines = ({ sentences }: Dialogue): boolean => sentences.length < 16;

/** How many entries of each list a reader still reads, by the minutes of a call. */
export const mostListed = {
  actions: (minutes: number) => Math.round(5 + minutes / 6),
  objections: (minutes: number) => Math.round(5 + minutes / 6),
  decisions: (minutes: number) => Math.round(4 + minutes / 12),
} as const;

/** What is rare among a hundred sentences is found by mistake among a thousand: how much clearer it has to be on a long call. */
export function strictness(minutes: number): number {
  return Math.min(1, Math.max(0, (minutes - 4) / 16));
}

/** The weightiest entries, in the order in which they came. */
export function weightiest<Entry>(
  entries: readonly Entry[],
  most: number,
  weight: (entry: Entry) => number,
): readonly Entry[] {
  if (entries.length <= most) return entries;
  const chosen = new Set(
    entries
      .map((entry, place) => ({ entry, place, weight: weight(entry) }))
      .sort((left, right) => right.weight - left.weight || left.place - right.place)
      .slice(0, most)
      .map(({ entry }) => entry),
  );
  return entries.filter((entry) => chosen.has(entry));
}

const figureWords =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen(?:th)?|(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)(?:y|ies|ieth)(?:-\w+)?|hundred|thousand|million|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|august|september|october|november|december|quarter|noon|o'clock|agree[d]?|half-past|even|outside|course)$/;

// "Send a PO": too short for a topic. A recorder that shouts writes every short word so.
const acronym = /^\p{Lu}?\p{Ll}+ (?:.* )?\p{Lu}{2}(?!\p{L})/u;

/** Whether a statement names what it is about, in more than a verb, a pronoun, a figure or a date. */
export function namesObject(text: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/^\S+ /, '')
    .split(/[\s,.;:!?“”"()]+/);
  return acronym.test(text) || topicsIn(words.filter((word) => !figureWords.test(word)).join(' ')).size > 0;
}
