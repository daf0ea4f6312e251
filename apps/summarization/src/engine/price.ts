import type { Sentence } from './dialogue.ts';
import type { Span } from './spans.ts';

export interface NamedPrice {
  readonly sum: string;
  readonly sentence: Sentence;
}

/** The sum that the rep names and the call turns on: most of those that are named are of parts, of others or of examples. */
export function mainPrice(spans: readonly Span[]): NamedPrice | null {
  let best: (NamedPrice & { readonly salience: number }) | null = null;
  for (const { kind, text, sentence, weight, salience } of spans) {
    if (kind !== 'price' || sentence.speaker !== 'rep' || weight < surePrice || salience < salient) continue;
    const sum = sumOf(text);
    if (sum !== null && salience >= (best?.salience ?? 0)) best = { sum, sentence, salience };
  }
  return best;
}

const surePrice = 0.5;
const salient = 0.7;
const figure =
  '(?:(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\p{L}{3,6}teen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\\p{L}{3,5})?|hundred|thousand|million|lakh|crore|point|oh|half|and|[$€£]?\\d[\\d.,]*[km]?),?)';
const sums = new RegExp(
  `^(?:it's |that's |about |around |roughly |for |at )?(${figure}(?: ${figure}){0,9}(?: (?!and\\b|or\\b|for me\\b)[\\p{L}'-]{1,15}){0,6})$`,
  'iu',
);
const bigEnough =
  /\d{2}|hundred|thousand|million|lakh|crore|dollar|euro|pound|quid|buck|rand|baht|peso|shilling|naira|sol(?:es)?\b|rupee|crown|franc|shekel|cents?\b|\b(?:a|per|an|each) ?\p{L}*$/iu;
const noSum =
  /%|percent|\b(?:more|less|off|extra|cheaper|down|discount|deposit|years?|weeks?|days?|hours?|you|i|we|they|it|is|are|was)\b(?<!\b(?:a|per|an) (?:year|week|day|hour))/i;

// The first or the last words of a sum are elsewhere: "thousand two hundred", "three hundred for".
const looseEnd = /(?: (?:for|an?|the|of|and|or|per|at|in|on|to|by|with)){1,3}$/i;
const named =
  /^(?!(?:hundred|thousand|million|and)\b)(?=.{0,80}(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,6}teen|\w{3,5}ty|hundred|thousand|million|lakh|crore|half)\b))/i;

/** "it's eighteen bucks a chart" → "eighteen bucks a chart"; null for what is no whole sum. */
export function sumOf(text: string): string | null {
  const plain = text
    .replace(/[’]/g, "'")
    .replace(/[.,;!\s]+$/, '')
    .replace(looseEnd, '');
  const found = sums.exec(plain)?.[1];
  return found === undefined || !bigEnough.test(found) || noSum.test(found) || !named.test(found)
    ? null
    : found.charAt(0).toLowerCase() + found.slice(1);
}
