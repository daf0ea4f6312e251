import type { AnalysedSegment, Evidence, Speaker } from './summary-engine.ts';

/** One clause of a segment: the unit that carries a request, a promise, an objection. */
export interface Sentence {
  readonly index: number;
  readonly turn: number;
  /** Place of its segment among those of the dialogue, and of its first character in the segment's text. */
  readonly segment: number;
  readonly start: number;
  readonly speaker: Speaker;
  readonly start_ms: number;
  readonly end_ms: number;
  /** As it is written in the segment, so it can be quoted. */
  readonly raw: string;
  /** Lower-case, straight apostrophes, one character for one of `raw`: what patterns look at. */
  readonly text: string;
  readonly words: number;
  readonly question: boolean;
}

/** What one side says until the other side speaks. */
export interface Turn {
  readonly index: number;
  readonly speaker: Speaker;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly sentences: readonly Sentence[];
}

export interface Dialogue {
  readonly segments: readonly AnalysedSegment[];
  readonly sentences: readonly Sentence[];
  readonly turns: readonly Turn[];
}

/** Lets other work of the process in; how to wait is for the caller to know. */
export type Pause = () => Promise<void>;

export async function readDialogue(
  input: readonly AnalysedSegment[],
  pause: Pause = () => Promise.resolve(),
): Promise<Dialogue> {
  const segments = input.filter((segment) => hasWord.test(segment.text)).sort((a, b) => a.start_ms - b.start_ms);
  const sentences: Sentence[] = [];
  const clauses = remembering(clausesOf);
  const turns: { -readonly [Key in keyof Turn]: Turn[Key] }[] = [];
  for (const [position, segment] of segments.entries()) {
    // A long transcript shares its process with other work: let it in from time to time.
    if (position % 500 === 499) await pause();
    let turn = turns.at(-1);
    if (turn?.speaker !== segment.speaker) {
      const { speaker, start_ms, end_ms } = segment;
      turns.push((turn = { index: turns.length, speaker, start_ms, end_ms, sentences: [] }));
    }
    turn.end_ms = Math.max(turn.end_ms, segment.end_ms);
    let read = 0;
    for (const sentenceText of sentencesOf(segment.text)) {
      for (const words of clauses(sentenceText)) {
        const { speaker, start_ms, end_ms } = segment;
        const start = segment.text.indexOf(words.raw, read);
        read = start + words.raw.length;
        const place = { index: sentences.length, turn: turn.index, segment: position, start };
        const sentence = { ...words, ...place, speaker, start_ms, end_ms };
        sentences.push(sentence);
        (turn.sentences as Sentence[]).push(sentence);
      }
    }
  }
  return { segments, sentences, turns };
}

export function quote(sentence: Sentence): Evidence {
  return { start_ms: sentence.start_ms, end_ms: sentence.end_ms, quote: sentence.raw };
}

export function quotes(sentences: readonly Sentence[]): readonly Evidence[] {
  const ordered = [...new Set(sentences)].sort((left, right) => left.index - right.index);
  return ordered.map(quote);
}

const hasWord = /[\p{L}\p{N}]/u;
// Longer "sentences" are run-on speech or noise; the bound keeps every pattern linear in the length of the call.
const longestClause = 400;
const abbreviation = /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|approx|a\.m|p\.m|inc|ltd|co|corp|no)\.$/i;
const interrogative =
  /^(?:(?:and|so|but|okay|ok|well|right|yeah|great|um|uh)[\s,]+)*(?:what|how|when|where|who|whom|why|which|whose|can (?:you|we|i)|could (?:you|we|i)|would (?:you|we|it|that)|will (?:you|we|it)|do (?:you|we|they)|does (?:it|that|the)|did (?:you|i|we)|are (?:you|we|there)|is (?:it|that|there|this)|have you|shall (?:we|i)|should (?:we|i)|may i)\b/;

type Clause = Pick<Sentence, 'raw' | 'text' | 'words' | 'question'>;

function clauseOf(raw: string): Clause {
  const text = plainText(raw);
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
  const question = /\?["'”’)\]]*$/.test(raw) || (!/[.!]$/.test(raw) && interrogative.test(text));
  return { raw, text, words, question };
}

/** What is said again need not be taken apart again. */
function remembering<Value>(of: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text) ?? of(text);
    known.set(text, found);
    return found;
  };
}

/** Lower-case, straight apostrophes, one character for one. */
export function plainText(raw: string): string {
  return lower(raw).replace(/[‘’]/g, "'");
}

// A few capitals (İ) grow when lowered; places in `text` must stay places in `raw`.
function lower(raw: string): string {
  const lowered = raw.toLowerCase();
  return lowered.length === raw.length ? lowered : raw.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function clausesOf(sentence: string): readonly Clause[] {
  return [...bounded(sentence)]
    .flatMap((part) => [...splitAtActs(part)])
    .map((clause) => clause.trim())
    .filter((raw) => hasWord.test(raw))
    .map(clauseOf);
}

function* sentencesOf(text: string): Generator<string> {
  let start = 0;
  for (const match of text.matchAll(/[\n\r\u2028\u2029]|[.!?…]["'”’)\].!?]*/g)) {
    const [mark] = match;
    const end = match.index + mark.length;
    if (/[.!?…]/.test(mark) && !/\s/.test(text[end] ?? ' ')) continue;
    if (mark === '.' && abbreviation.test(text.slice(Math.max(start, match.index - 8), end))) continue;
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

function* bounded(sentence: string): Generator<string> {
  let rest = sentence;
  while (rest.length > longestClause) {
    const space = rest.lastIndexOf(' ', longestClause);
    let cut = space > longestClause / 2 ? space : longestClause;
    // Never between the two halves of one character.
    if (/[\uD800-\uDBFF]/.test(rest[cut - 1] ?? '')) cut += 1;
    yield rest.slice(0, cut);
    rest = rest.slice(cut);
  }
  yield rest;
}

const actStart =
  /(?<![\s,;:—–-])[\s,;:—–-]+(?:(?:and|so|but|then|also|plus|okay|ok|yeah|yes|great|cool)[\s,]+)?(?=(?:i'?ll|i will|i can (?:send|get|share|email|call)|i'?m going to|i'?m gonna|(?:can|could|would|will) you|please (?:send|call|email|share|forward|get)|let me (?:check|talk|speak|ask|get|send|find|confirm|run)|let'?s|(?:my|our) \w+ (?:will|is going to)|then (?:i|we) (?:send|call|ring|look|talk|speak|come|check|sign|make|put|go)|send (?:me|us|over|the|that|it)|what about|how about|why don'?t)\s)|(?<!\s)\s*[,;:]\s*(?:and\s+)?(?=(?:i|we|you) (?:send|forward|email|mail|call|ring|get|share|put|set|line|book|bring|check|talk|speak|draft|prepare|fill|sign|confirm|write|arrange|organi[sz]e|do)\s)|(?<![\s,;:—–-])[\s,;:—–-]+(?:and|so|but|then|also|plus)[\s,]+(?=(?:we'?ll|we will|we can|you'?ll|i need|we need|what|how|when|if)\s)/gi;
// "If you sign, we'll …" must stay whole: the condition decides what the promise is worth. So must reported promises.
const binds =
  /\b(?:if|once|unless|assuming|provided|when|whether|said|says|told|promised|that|what|which|who|because|until)\b/i;

// "When I have the drawing I'll look at it | and I'll pay on Friday": the first promise has the "when" to itself.
const time = /\b(?:when|once|because|until)\b/i;
const promise = /\b(?:i'?ll|we'?ll|i will|we will)\b/gi;
const otherTie = /\b(?:if|unless|said|that|what|which|who)\b/gi;
const goesOn = /\band[\s,]+$/i;

// "I'll | send it": the verb belongs to the words before it.
const unfinished = /(?:'ll|\bill|\b(?:will|can|could|would|to|you|please|just|me|i|we|and|so|then|also))$/i;
const separated = /[,;:—–-]|\b(?:and|so|but|then|also|plus|okay|ok|yeah|yes|great|cool)\b/i;

/** The last promise comes after a time, and no other tie comes after the promise. */
function waitsForTime(part: string): boolean {
  const [promised, tied] = [lastOf(promise, part), lastOf(otherTie, part)];
  return (time.exec(part)?.index ?? Infinity) < promised && tied < promised;
}

const lastOf = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].at(-1)?.index ?? -1;
const parts = (text: string) => text.split(/[.;]/);

function* splitAtActs(sentence: string): Generator<string> {
  const punctuated = /[.!?,;]/.test(sentence);
  let start = 0;
  for (const match of sentence.matchAll(actStart)) {
    const before = sentence.slice(start, match.index);
    if (before.trim().length < 2 || unfinished.test(before)) continue;
    if (binds.test(parts(before).at(-1) ?? '') && !(goesOn.test(match[0]) && parts(before).some(waitsForTime)))
      continue;
    if (punctuated && !separated.test(match[0])) continue;
    yield before;
    start = match.index + (/^[\s,;:—–-]+/.exec(match[0])?.[0].length ?? 0);
  }
  yield sentence.slice(start);
}
