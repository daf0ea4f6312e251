import type { Sentence } from './dialogue.ts';
import type { Span } from './spans.ts';

export interface NamedPrice {
  readonly sum: string;
  readonly sentence: Sentence;
}

/** The sum that the rep names and the call turns on: most of those that are named are of parts, of others or of examples. */
export function mainPrice(spans: readonly Span[]): NamedPrice | null {
  let best: (NamedPrice & { readonly salience: number }) | null = null;
  const said = new Map<string, Set<number>>();
  for (const { kind, text, sentence } of spans) {
    const sum = kind === 'price' ? figureOf(text) : '';
    if (sum !== '') said.set(sum, (said.get(sum) ?? new Set()).add(sentence.segment));
  }
  for (const { kind, text, sentence, weight, salience } of spans) {
    if (kind !== 'price' || sentence.speaker !== 'rep' || weight < surePrice || salience < salient) continue;
    const sum = sumOf(text);
    const again = (said.get(figureOf(text))?.size ?? 0) > 1;
    if (sum === null || !(again || isRate.test(sum)) || isMeasure.test(sum)) continue;
    if (salience >= (best?.salience ?? 0)) best = { sum, sentence, salience };
  }
  return best;
}

/** The words of the sum alone: said again elsewhere it is what the call turns on. */
const figureOf = (text: string): string => (sumOf(text) ?? '').replace(tail, '').replace(/\s(?:and|a) /g, ' ');
const tail = / (?:an?|per|each|for|in|plus|dollars?|euros?|pounds?|quid|bucks)\b.*$/i;
const isRate = / (?:an?|per|each) ?\p{L}*(?: for .*)?$/iu;
// No sum of money, or two of them.
const isMeasure =
  /,|\b(?:lit(?:er|re)s?|f(?:ee|oo)t|inch(?:es)?|met(?:er|re)s?|miles?|kilomet\w+|kilos?|kilograms?|tons?|tonnes?|degrees?|watts?|kilowatts?|people|heads?|seats?|rooms?|cows?|acres?|hectares?|pieces?)\b(?<!\b(?:an?|per) \p{L}+)/iu;
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
