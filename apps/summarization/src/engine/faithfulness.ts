import type { AnalysedSegment, Evidence } from './summary-engine.ts';
import { quotes, type Sentence } from './dialogue.ts';
import type { Statement } from './statement.ts';

/** What a text may say besides its evidence: names known from the call's record. */
export interface KnownContext {
  readonly names: readonly string[];
}

/** Lets a statement out only if its quotes are literal and every number, sum, date and name in it was said (or is a resolved date). */
export class FaithfulnessCheck {
  readonly #segments: readonly AnalysedSegment[];
  readonly #texts: ReadonlyMap<string, readonly string[]>;
  readonly #names: string;

  constructor(segments: readonly AnalysedSegment[], context: KnownContext) {
    this.#segments = segments;
    const texts = new Map<string, string[]>();
    for (const segment of segments) {
      const known = texts.get(placeOf(segment));
      if (known === undefined) texts.set(placeOf(segment), [segment.text]);
      else known.push(segment.text);
    }
    this.#texts = texts;
    this.#names = plain(context.names.join(' '));
  }

  holds({ text, evidence, dates = [] }: Statement): boolean {
    return (
      evidence.length > 0 &&
      evidence.every((sentence) => this.#isWritten(sentence)) &&
      this.#isSaid(text, quotes(evidence), dates)
    );
  }

  /** The same of a text by any writer and its passages: a model's are few. */
  covers(text: string, evidence: readonly Evidence[], dates: readonly string[] = []): boolean {
    return evidence.length > 0 && evidence.every((one) => this.#isLiteral(one)) && this.#isSaid(text, evidence, dates);
  }

  /** Looks in its own segment alone: where no time is known, every other one has the same place. */
  #isWritten({ segment, raw }: Sentence): boolean {
    return raw.trim() !== '' && this.#segments[segment]?.text.includes(raw) === true;
  }

  #isLiteral(evidence: Evidence): boolean {
    const texts = this.#texts.get(placeOf(evidence)) ?? [];
    return evidence.quote.trim() !== '' && texts.some((text) => text.includes(evidence.quote));
  }

  #isSaid(statement: string, evidence: readonly Evidence[], dates: readonly string[]): boolean {
    const said = plain(evidence.map((one) => one.quote).join(' \n '));
    const text = dates.reduce((rest, date) => rest.replaceAll(date, ' '), statement);
    const numbers = new Set(numbersIn(said));
    const words = new Set(wordsIn(`${said} ${this.#names}`));
    return (
      numbersIn(plain(text)).every((number) => numbers.has(number)) &&
      namesIn(text).every((name) => words.has(plain(name)))
    );
  }
}

const placeOf = ({ start_ms, end_ms }: { start_ms: number; end_ms: number }) => `${start_ms}-${end_ms}`;
const plain = (text: string) => text.toLowerCase().replace(/[‘’]/g, "'");

/** With currency before and unit after: "$50" does not cover "$50k". */
function numbersIn(text: string): readonly string[] {
  return (
    text.match(/[$€£]?\p{Nd}(?:[\p{Nd},.:/]*\p{Nd})?(?:\s?(?:%|(?:k|m|bn|million|billion|thousand|percent)\b))?/gu) ??
    []
  ).map((number) => number.replace(/[\s,]/g, ''));
}

const wordsIn = (text: string) => text.match(/\p{L}+/gu) ?? [];

/** Words with a capital that no sentence start explains. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<=[\p{L}\p{N},’'"”)] )\p{Lu}[\p{L}]*/gu)]
    .map(([name]) => name)
    .filter((name) => name !== 'I');
}
