import type { AnalysedSegment, Evidence } from '../engine/summary-engine.ts';

/** Up to here a segment is quoted whole: what was said around a statement helps the reader who checks it. */
const longestQuote = 300;
const mostQuotesOfASegment = 3;

/**
 * The passages of the cited segments that a statement rests on, taken from the transcript and never from the model. Of a long segment: the
 * sentences that share most words with the statement.
 */
export function quotedEvidence(segments: readonly AnalysedSegment[], statement: string): readonly Evidence[] {
  const wanted = wordsOf(statement);
  return segments.flatMap(({ start_ms, end_ms, text }) =>
    passagesOf(text, wanted).map((quote) => ({ start_ms, end_ms, quote })),
  );
}

function passagesOf(text: string, wanted: ReadonlySet<string>): readonly string[] {
  const whole = text.trim();
  if (whole.length <= longestQuote) return whole === '' ? [] : [whole];
  const sentences = sentencesOf(whole).map((sentence, place) => ({
    sentence,
    place,
    shared: sharedWith(sentence, wanted),
  }));
  const best = [...sentences].sort((left, right) => right.shared - left.shared || left.place - right.place);
  const chosen = best.slice(0, mostQuotesOfASegment).filter(({ shared }, rank) => rank === 0 || shared > 0);
  return chosen.sort((left, right) => left.place - right.place).map(({ sentence }) => sentence);
}

/** Cut where sentences end, and within those that are longer than a quote. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?…\n])\s+/u)
    .flatMap((sentence) => bounded(sentence))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

function bounded(sentence: string): readonly string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > longestQuote) {
    const space = rest.lastIndexOf(' ', longestQuote);
    const place = space > longestQuote / 2 ? space : longestQuote;
    const halved = place < rest.length && /[\uDC00-\uDFFF]/.test(rest.charAt(place));
    parts.push(rest.slice(0, halved ? place + 1 : place));
    rest = rest.slice(halved ? place + 1 : place);
  }
  return [...parts, rest];
}

/** Words that tell something: numbers, and words of four letters and more. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\p{L}{4,}|\p{Nd}[\p{Nd},.:/]*/gu) ?? []);
}

// A number weighs as much as three words: it is what the faithfulness check looks for.
function sharedWith(sentence: string, wanted: ReadonlySet<string>): number {
  return [...wordsOf(sentence)]
    .filter((word) => wanted.has(word))
    .reduce((sum, word) => sum + (/\p{Nd}/u.test(word) ? 3 : 1), 0);
}
