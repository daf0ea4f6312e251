import type { AnalysedSegment } from './summary-engine.ts';

// Frequent in any English, and words of no other large language.
const onlyEnglish =
  /^(?:the|and|you|it|that|this|with|are|what|your|but|not|i'm|i'll|we're|it's|that's|they|their|from|don't|just|would|could|should|our|how|if|when|there|which|about|because|been|yes|yeah)$/;
// "is", "we" and "of" are Dutch, too, "for" and "have" Danish, "to" and "do" Polish; haggling in English has figures and little else.
const alsoEnglish =
  /^(?:is|we|for|of|to|i|have|be|can|at|do|my|okay|was|will|has|had|on|in|a|he|she|no|so|me|per|all|or|sir|please|thanks?|good|right|free|\p{L}*(?:teen|ty|day)|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|oh|hundred|thousand|half|price|years?|months?|weeks?|days|hours?|percent|cent)$/u;
// Of scripts without spaces two characters count as a word.
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|\p{L}[\p{L}']*/gu;
const leastWords = 15;
/** Of the words of an English call 13 % and more are such, of other languages none. */
const leastShare = 0.05;
/** A part is short: its English ones are counted with all that may be English, and twenty words without any are needed. */
const leastShareOfPart = 0.15;
/** Or those that are only English, of the words that are not in both. */
const leastShareOfRest = 0.075;
const leastShareAtEnds = 0.3;
const leastExcess = 3;
/** Of a call of which more is not English the rest alone is no call. */
const mostUnread = 0.7;

export interface Languages {
  /** Whether there is enough talk to know that the call is not English; the heads have learnt nothing else. */
  readonly other: boolean;
  /** Places of segments that belong to longer parts in another language. */
  readonly unread: ReadonlySet<number>;
}

export function languagesOf(segments: readonly Pick<AnalysedSegment, 'text'>[]): Languages {
  const counts = segments.map(({ text }) => wordsIn(text));
  const words = counts.reduce((sum, one) => sum + one.words, 0);
  const known = counts.reduce((sum, one) => sum + one.known, 0);
  const parts = new Set([
    ...foreignParts(counts.map((one) => leastShareOfPart * one.words - one.possible)),
    ...foreignParts(counts.map((one) => leastShareOfRest * (one.words - one.possible + one.known) - one.known)),
  ]);
  const unread = withoutEnglishEnds(parts, counts);
  const foreign = counts.reduce((sum, one, place) => sum + (unread.has(place) ? one.words : 0), 0);
  const other = words >= leastWords && (known / words < leastShare || foreign > mostUnread * words);
  return { other, unread };
}

interface Counts {
  readonly words: number;
  readonly known: number;
  readonly possible: number;
}

function wordsIn(text: string): Counts {
  let [words, known, possible] = [0, 0, 0];
  for (const [one] of text.toLowerCase().replaceAll('’', "'").matchAll(word)) {
    words += 1;
    if (onlyEnglish.test(one)) known += 1;
    else if (alsoEnglish.test(one)) possible += 1;
  }
  return { words, known, possible: known + possible };
}

/** Runs of segments in which words that are not English outweigh; each ends where they are most. */
function foreignParts(excess: readonly number[]): ReadonlySet<number> {
  const places = new Set<number>();
  let [start, sum, peak, end] = [0, 0, 0, 0];
  const close = () => {
    if (peak >= leastExcess) for (let place = start; place <= end; place += 1) places.add(place);
    [sum, peak] = [0, 0];
  };
  for (const [place, more] of excess.entries()) {
    if (sum === 0) start = place;
    sum += more;
    if (sum > peak) [peak, end] = [sum, place];
    // English again: as much of it as makes a part, or all that went before.
    if (sum <= 0 || peak - sum >= leastExcess) close();
  }
  close();
  return places;
}

/** "Shall we talk on Tuesday at ten?" has no word that only English has, and belongs to no part that begins behind it. */
function withoutEnglishEnds(parts: ReadonlySet<number>, counts: readonly Counts[]): ReadonlySet<number> {
  const kept = new Set(parts);
  const isEnglish = (place: number) => {
    const { words, possible } = counts[place] as Counts;
    return possible >= leastShareAtEnds * words;
  };
  const trim = (places: readonly number[], step: 1 | -1) => {
    for (const place of places) if (kept.has(place) && !kept.has(place - step) && isEnglish(place)) kept.delete(place);
  };
  const inOrder = [...parts].toSorted((left, right) => left - right);
  trim(inOrder, 1);
  trim(inOrder.toReversed(), -1);
  return kept;
}
