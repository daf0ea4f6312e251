import type { AnnotatedCall } from '../annotated-call.ts';
import type { Aspect, GoldStatement, GoldSummary } from './gold-summary.ts';
import { aspects } from './gold-summary.ts';
import type { StatedSummary, Statement, StatementKind } from './summary-statements.ts';
import { mean } from './mean.ts';
import { contentWords, namesIn, wordsOf, WordWeights } from './words.ts';

/** A call whose annotator wrote a summary. */
export type CallToGrade = AnnotatedCall & { readonly gold: GoldSummary };

export const canBeGraded = (call: AnnotatedCall): call is CallToGrade => call.gold !== undefined;

/** What code can tell of a statement; each between 0 and 1. */
export interface Features {
  /** Cites a segment that a gold statement of its kind and owner cites. */
  readonly cited: number;
  /** Of its words, by weight, the share that the nearest gold statement has in its text or its quotes. */
  readonly said: number;
  /** Of the words of the nearest gold statement the share that it has. */
  readonly told: number;
  /** Of the words for what a gold action is done to the share that it has. */
  readonly object: number;
  /** Of its words the share that the annotator wrote or quoted anywhere. */
  readonly noted: number;
  /** Rests on a gold action of the other side. */
  readonly otherOwner: number;
  /** Cites what the annotator marked as no such statement. */
  readonly forbidden: number;
  /** Rests on the answer to another objection. */
  readonly answersAnother: number;
  /** Shares words with the objection that it answers. */
  readonly onTopic: number;
  /** The annotator found an answer to its objection. */
  readonly wasAnswered: number;
  /** Cites a segment of that answer, or one that is at most two away from it. */
  readonly nearAnswer: number;
  /** Of its figures the share that neither its segments nor a due date nor the annotator has. */
  readonly figureUnsaid: number;
  /** Of its figures the share that no gold statement has. */
  readonly figureUnnoted: number;
  /** Has a name that no speaker said. */
  readonly nameUnsaid: number;
  readonly rightOutcome: number;
  readonly wrongOutcome: number;
  /** Names the sides or tells how the call ended, and says nothing else. */
  readonly namesOnly: number;
  /** Lists what was talked about. */
  readonly topics: number;
  /** Tells a question. */
  readonly question: number;
  /** Fillers, first person, quotations, doubled words, openers: three of them are 1. */
  readonly spoken: number;
  /** "It", "that", "him", "there": two of them are 1. */
  readonly pointing: number;
  /** Fewer than two words of content. */
  readonly hollow: number;
  /** Ends on a word that wants another one. */
  readonly cutOff: number;
  /** From 15 words (0) to 30 (1). */
  readonly long: number;
  /** A name in lower case. */
  readonly lowerName: number;
}

interface GoldWords {
  readonly gold: Omit<GoldStatement, 'kind'> & { readonly kind: StatementKind };
  readonly words: readonly string[];
  /** Of its text and its quotes. */
  readonly known: ReadonlySet<string>;
}

/** Compares the statements of one summary with what was said, and with what the annotator wrote. */
export class SummaryComparison {
  readonly #call: CallToGrade;
  readonly #summary: StatedSummary;
  readonly #weights: WordWeights;
  /** Of the call's record: the reader knows them, so they say nothing. */
  readonly #recordNames: ReadonlySet<string>;
  readonly #golds: readonly GoldWords[];
  readonly #goldTexts: ReadonlySet<string>;
  readonly #noted: ReadonlySet<string>;
  readonly #properNames: ReadonlySet<string>;
  readonly #everything: ReadonlySet<string>;

  constructor(call: CallToGrade, summary: StatedSummary) {
    const { rep, prospect, segments, gold } = call;
    const record = [rep.name, prospect.name, prospect.company];
    const goldTexts = [
      ...gold.overview,
      ...Object.values(gold.aspects).flat(),
      ...gold.statements.map(({ text }) => text),
    ];
    this.#call = call;
    this.#summary = summary;
    this.#weights = new WordWeights(segments);
    this.#recordNames = new Set(contentWords(record.join(' ; ')));
    const sentences = gold.overview.map((text) => ({ kind: 'overview' as const, text, quotes: [], segments: [] }));
    this.#golds = [...gold.statements, ...sentences].map((one) => ({
      gold: one,
      words: this.#wordsOf(one.text),
      known: new Set(this.#wordsOf([one.text, ...one.quotes].join(' ; '))),
    }));
    this.#goldTexts = new Set(this.#wordsOf(goldTexts.join(' ; ')));
    this.#noted = new Set([...this.#goldTexts, ...this.#golds.flatMap(({ known }) => [...known])]);
    const lowerCase = new Set(goldTexts.join('\n').match(/(?<![\p{L}'])\p{Ll}\p{L}+/gu) ?? []);
    this.#properNames = new Set(
      [...goldTexts.flatMap(namesIn), ...record.flatMap((name) => name.split(' '))]
        .map((name) => name.toLowerCase())
        .filter((name) => name.length > 2 && !lowerCase.has(name)),
    );
    this.#everything = new Set(
      wordsOf([...record, ...goldTexts, ...segments.map(({ text }) => text), monthNames].join(' ; ')).map((word) =>
        word.replace(/'s$/, ''),
      ),
    );
  }

  featuresOf(statement: Statement): Features {
    const { kind, text, segments } = statement;
    const words = this.#wordsOf(text);
    const own = new Set(words);
    const near = this.#golds
      .filter(({ gold }) => gold.kind === kind)
      .map(({ gold, words: goldWords, known }) => ({
        gold,
        cited: shareOne(gold.segments, segments),
        said: this.#weights.share(words, known),
        told: this.#weights.share(goldWords, own),
      }));
    const ofOwner = near.filter(({ gold }) => statement.owner === undefined || gold.owner === statement.owner);
    const best = ofOwner.reduce<(typeof near)[number] | undefined>(
      (first, one) => (first === undefined || nearness(one) > nearness(first) ? one : first),
      undefined,
    );
    const cited = ofOwner.some((one) => one.cited);
    const figures = words.filter((word) => /^\d/.test(word));
    return {
      cited: Number(cited),
      said: best?.said ?? 0,
      told: best?.told ?? 0,
      object:
        best?.gold.object && (best.cited || best.said > 0.5)
          ? this.#weights.share(this.#wordsOf(best.gold.object), own)
          : 0,
      noted: this.#weights.share(words, this.#noted),
      otherOwner: Number(!cited && near.some((one) => one.cited)),
      forbidden: Number(!cited && this.#isForbidden(statement)),
      ...this.#ofAnswer(statement, words, own),
      ...this.#ofOutcome(statement),
      figureUnsaid: shareOf(figures, (figure) => !this.#saidIn(segments).has(figure) && !this.#goldTexts.has(figure)),
      figureUnnoted: shareOf(figures, (figure) => !this.#goldTexts.has(figure) && !this.#goldTexts.has(`${figure}000`)),
      nameUnsaid: Number(namesIn(text).some((name) => wordsOf(name).some((word) => !this.#everything.has(word)))),
      namesOnly: Number(words.length === 0 && (contentWords(text).length > 0 || outcomeWords.test(text))),
      lowerName: Number(lowerCaseWords(text).some((word) => this.#properNames.has(word))),
      ...formOf(statement),
      hollow: Number(words.length < 2),
    };
  }

  /** Entries of the summary that the sentence says again. */
  partsOf(sentence: Statement): readonly Statement[] {
    const own = new Set(this.#wordsOf(sentence.text));
    return this.#summary.statements.filter(({ kind, text }) => {
      const words = this.#wordsOf(text);
      return kind !== 'overview' && words.length > 0 && this.#weights.share(words, own) >= 0.8;
    });
  }

  /** The objection that a response belongs to. */
  objectionOf({ id }: Statement): Statement | undefined {
    return this.#summary.statements.find((one) => one.id === `O${id.slice(1)}`);
  }

  /** How much of what an overview has to say is in the words of this one, over what the call gives ground for. */
  coverage(): number {
    const shares = aspects
      .filter((aspect) => this.#call.gold.aspects[aspect].length > 0)
      .map((one) => this.#covered(one));
    return mean(shares);
  }

  /** Whether the overview tells the right ending: in so many words, or by what comes next. */
  endingIsTold(): boolean {
    const told = this.#sentences().some(({ text }) => outcomeWords.test(text));
    return this.outcomeIsRight && (told || this.#covered('next') >= 0.4 || this.#covered('ending') >= 0.4);
  }

  #covered(aspect: Aspect): number {
    const own = new Set(this.#sentences().flatMap(({ text }) => this.#wordsOf(text)));
    const texts = this.#call.gold.aspects[aspect];
    return Math.max(0, ...texts.map((text) => this.#weights.share(this.#wordsOf(text), own)));
  }

  #sentences(): readonly Statement[] {
    return this.#summary.statements.filter(({ kind }) => kind === 'overview');
  }

  get outcomeIsRight(): boolean {
    return this.#summary.outcome === this.#call.annotations.outcome;
  }

  #wordsOf(text: string): readonly string[] {
    return contentWords(text).filter((word) => !this.#recordNames.has(word));
  }

  #ofAnswer(statement: Statement, words: readonly string[], own: ReadonlySet<string>) {
    const objection = statement.kind === 'response' ? this.objectionOf(statement) : undefined;
    if (objection === undefined) return { answersAnother: 0, onTopic: 0, wasAnswered: 0, nearAnswer: 0 };
    const raised = this.#golds.filter(
      ({ gold }) => gold.kind === 'objection' && shareOne(gold.segments, objection.segments),
    );
    const responses = this.#golds.flatMap(({ gold }) => (gold.kind === 'response' ? [gold] : []));
    const rested = responses.filter(({ segments }) => shareOne(segments, statement.segments));
    const answers = responses
      .filter((one) => raised.some(({ gold }) => shareOne(one.answers ?? [], gold.segments)))
      .flatMap(({ segments }) => segments);
    const objectionWords = this.#wordsOf(objection.text);
    const about = new Set([...objectionWords, ...raised.flatMap(({ known }) => [...known])]);
    return {
      answersAnother: Number(
        rested.length > 0 && !rested.some((one) => shareOne(one.answers ?? [], objection.segments)),
      ),
      wasAnswered: Number(answers.length > 0),
      nearAnswer: Number(answers.some((place) => statement.segments.some((cited) => Math.abs(cited - place) <= 2))),
      onTopic: Math.max(this.#weights.share(objectionWords, own), this.#weights.share(words, about)),
    };
  }

  #ofOutcome({ kind, text }: Statement) {
    const told = kind === 'overview' && outcomeWords.test(text);
    return { rightOutcome: Number(told && this.outcomeIsRight), wrongOutcome: Number(told && !this.outcomeIsRight) };
  }

  #saidIn(segments: readonly number[]): ReadonlySet<string> {
    const quotes = segments.map((index) => this.#call.segments[index]?.text ?? '');
    const days = this.#summary.statements.map(({ due_date }) => due_date ?? '');
    return new Set(contentWords([...quotes, ...days].join(' ; ')));
  }

  #isForbidden({ kind, segments }: Statement): boolean {
    const { must_not = [] } = this.#call.annotations;
    return must_not.some((one) => one.kind === kind && segments.includes(one.segment));
  }
}

const nearness = (one: { readonly cited: boolean; readonly said: number; readonly told: number }) =>
  Number(one.cited) + one.said + one.told;

const shareOne = (left: readonly number[], right: readonly number[]): boolean =>
  left.some((one) => right.includes(one));

const shareOf = (all: readonly string[], holds: (one: string) => boolean): number =>
  all.length === 0 ? 0 : all.filter(holds).length / all.length;

const lowerCaseWords = (text: string): readonly string[] => text.match(/(?<![\p{L}'])\p{Ll}\p{L}+/gu) ?? [];

const monthNames = 'January February March April May June July August September October November December';
const outcomeWords =
  /\b(?:declined|refused|said no|turned (?:it|the offer) down|decided against|(?:go|went) ahead|bought|agreed to (?:buy|sign|order|renew)|ended (?:open|without)|no decision|(?:left|stays|still) open)\b/;

function formOf({ kind, text }: Pick<Statement, 'kind' | 'text'>) {
  const words = wordsOf(text);
  const pointers = words.filter((word) => pointingWords.has(word.replace(/'s$/, ''))).length;
  const last = (words.at(-1) ?? '').replace(/'.*$/, '');
  return {
    topics: Number(/\btalked about\b/.test(text)),
    question: Number(/^Asks\b|\basked\b/.test(text)),
    spoken: Math.min(marksOfSpeech(kind, text), 3) / 3,
    pointing: Math.min(pointers, 2) / 2,
    cutOff: Number(/…|[,;]\.?$/.test(text) || openEnds.has(last)),
    long: Math.min(1, Math.max(0, words.length - 15) / 15),
  };
}

/** In an objection and its answer "we" is the rep's company. */
function marksOfSpeech(kind: StatementKind, text: string): number {
  const person =
    kind === 'response' || kind === 'objection'
      ? /\b(?:i|i'm|i'll|my|you|your)\b/gi
      : /\b(?:i|i'm|i'll|my|we|we'll|we're|our|us|you|your)\b/gi;
  return [
    /\b(?:uh|um|er|erm|hm|yeah|like,|you know|i mean|they mean|okay|right,|ma'am)\b/gi,
    person,
    /[“"”]/g,
    /\b(\w+),? \1\b/gi,
    /^(?:because|so|and|but|then|well|see|'cause|or)\b/gi,
  ].reduce((sum, mark) => sum + (text.match(mark)?.length ?? 0), 0);
}

const pointingWords: ReadonlySet<string> = new Set('it this that those these one him her there'.split(' '));
const openEnds: ReadonlySet<string> = new Set(
  'a an the my your our their his her of in on at for with from by to into and or but so if because is are was'.split(
    ' ',
  ),
);
