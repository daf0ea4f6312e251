import type { Commitment } from './commitments.ts';
import type { Decision } from './decision.ts';
import { clauseOf, insideSentence } from './clauses.ts';
import type { Inside } from './clauses.ts';
import type { Dialogue, Sentence } from './dialogue.ts';
import type { RaisedObjection } from './objections.ts';
import { spokenMinutes } from './listing.ts';
import type { FoundOutcome } from './outcome.ts';
import { mainPrice } from './price.ts';
import type { Span } from './spans.ts';
import type { Statement } from './statement.ts';
import { bestTold } from './telling.ts';
import { deedOf } from './next-step.ts';
import { quoted, sentenceCase, withoutFillers } from './wording.ts';

export interface Findings {
  readonly commitments: readonly Commitment[];
  readonly objections: readonly RaisedObjection[];
  readonly decisions: readonly Decision[];
  /** Times that both settled on; those with an object are decisions, too. */
  readonly appointments: readonly Decision[];
  readonly outcome: FoundOutcome;
}

interface Candidate extends Statement {
  readonly at: Sentence;
  readonly weight: number;
}

const most = 8;
const mostOnLongCall = 10;
const least = 3;
/** How much each further one of a kind counts less, so that a long call's first objections do not fill the list. */
const furtherOne = 0.6;
const mostOfOneSort = 2;

/** What is known besides the findings. */
export interface Marks {
  /** Of people and companies: they keep their capital within a sentence. */
  readonly names?: readonly string[];
  readonly spans?: readonly Span[];
  /** From 0 to 1: how likely a sentence is where a manager would look. */
  readonly likely?: (sentence: Sentence) => number;
}

// Chosen on the validation calls of the corpus.
const worthOfReading = 6;
const likelyEnough = 0.4;

/** The places a reader would jump to, in order of time: at most eight, one for each segment. */
export function findKeyMoments(
  dialogue: Dialogue,
  findings: Findings,
  { names = [], spans = [], likely = () => 0 }: Marks = {},
): readonly Candidate[] {
  const chosen = new Map<string, Candidate>();
  const take = (candidates: readonly Candidate[], limit: number) => {
    const weighed = candidates.map((one) => {
      const at = one.evidence.reduce((best, place) => (likely(place) > likely(best) ? place : best), one.at);
      return { ...one, at, weight: one.weight + worthOfReading * likely(at) };
    });
    for (const candidate of weighed.sort(
      (left, right) => right.weight - left.weight || left.at.index - right.at.index,
    )) {
      const place = `${candidate.at.start_ms}-${candidate.at.end_ms}`;
      if (chosen.size < limit && !chosen.has(place)) chosen.set(place, candidate);
    }
  };
  const inside = insideSentence(dialogue, names);
  take(
    [
      ...fromFindings(findings, inside),
      ...fromSpans(spans, inside),
      ...fromTalk(dialogue, inside),
      ...fromReading(dialogue, likely, inside),
    ],
    spokenMinutes(dialogue) < 20 ? most : mostOnLongCall,
  );
  if (chosen.size < least) take(longestStatements(dialogue, inside), least);
  return [...chosen.values()].sort(
    (left, right) => left.at.start_ms - right.at.start_ms || left.at.index - right.at.index,
  );
}

// Of what is promised with a date more than half is where a manager would look, of what is put in quotation less than any other.
const weights = { verdict: 6, objection: 4.5, decision: 4, promise: 3.2, price: 3, said: 3 } as const;
const unsayable = 0.8;

function fromFindings({ commitments, objections, decisions, outcome }: Findings, inside: Inside): readonly Candidate[] {
  const [decisive] = outcome.evidence;
  const verdict =
    decisive !== undefined && (outcome.outcome === 'won' || outcome.outcome === 'lost')
      ? [
          moment(
            decisive,
            outcome.outcome === 'won' ? 'The prospect agrees to go ahead.' : 'The prospect declines.',
            weights.verdict,
          ),
        ]
      : [];
  const told = (
    kind: 'objection' | 'decision' | 'promise',
    rank: number,
    at: Sentence | undefined,
    { text, plain = true, ...statement }: Statement & { readonly plain?: boolean },
  ) => {
    const weight = weights[kind] - furtherOne * rank - (plain ? 0 : unsayable);
    return at === undefined ? [] : [{ at, weight, text, ...statement }];
  };
  return [
    ...verdict,
    ...byWeight(objections).flatMap(({ objection }, rank) =>
      told('objection', rank, objection.evidence[0], { ...objection, ...objects(objection, inside) }),
    ),
    ...byWeight(decisions.filter(({ bought }) => !bought)).flatMap(({ text, evidence }, rank) =>
      told('decision', rank, evidence.at(-1), { evidence, ...agree(text, inside) }),
    ),
    ...[...commitments]
      .sort((left, right) => Number(left.due === null) - Number(right.due === null))
      .flatMap((commitment, rank) => {
        const { owner, evidence } = commitment;
        const { text, dates } = deedOf(commitment);
        const first = [...evidence].sort((left, right) => left.index - right.index)[0];
        const promised = `The ${owner} ${owner === 'rep' ? 'promises' : 'agrees'} to ${text}.`;
        return told('promise', rank, first, { text: promised, evidence, dates });
      }),
  ];
}

const byWeight = <Entry extends { readonly weight: number }>(entries: readonly Entry[]) =>
  [...entries].sort((left, right) => right.weight - left.weight);

function objects({ text }: Statement, inside: Inside) {
  const clause = clauseOf(text, 'prospect', inside);
  if (clause?.form === 'question') return { text: sentenceCase(`The prospect asks ${clause.text}`) };
  if (clause?.form === 'clause') return { text: sentenceCase(`The prospect objects that ${clause.text}`) };
  const asked = /^Asks (.+)$/.exec(text)?.[1];
  return { text: asked === undefined ? `The prospect objects: ${text}` : `The prospect asks ${asked}`, plain: false };
}

function agree(text: string, inside: Inside) {
  const said = text.replace(/^Agreed(?: on|:)? /i, '');
  const clause = clauseOf(said, 'rep', inside);
  return clause === null || clause.form === 'question'
    ? { text: sentenceCase(`They settle on this: ${inside(said)}`), plain: false }
    : { text: sentenceCase(`They agree ${clause.form === 'deed' ? 'to' : 'that'} ${clause.text}`) };
}

/** The price that matters, and what the prospect says of a need or of who decides, where it can be said in a sentence. */
function fromSpans(spans: readonly Span[], inside: Inside): readonly Candidate[] {
  const price = mainPrice(spans);
  const named = price === null ? [] : [moment(price.sentence, `The rep names a price of ${price.sum}.`, weights.price)];
  const said = spans.flatMap(({ kind, sentence, weight }) => {
    if ((kind !== 'need' && kind !== 'decider') || sentence.speaker === 'rep') return [];
    const clause = clauseOf(bestTold([sentence])?.text ?? '', 'prospect', inside);
    return clause?.form === 'clause'
      ? [moment(sentence, sentenceCase(`The prospect says that ${clause.text}`), weights.said + weight)]
      : [];
  });
  return [...named, ...said];
}

/** Where a manager would look, by the sound of the call, and what is said there fits in a sentence. */
function fromReading(
  { sentences }: Dialogue,
  likely: (sentence: Sentence) => number,
  inside: Inside,
): readonly Candidate[] {
  return sentences.flatMap((sentence) => {
    if (sentence.question || likely(sentence) < likelyEnough) return [];
    const told = bestTold([sentence]);
    const clause = told === null ? null : clauseOf(told.text, sentence.speaker, inside);
    return clause?.form === 'clause'
      ? [moment(sentence, sentenceCase(`The ${sentence.speaker} says that ${clause.text}`), weights.said)]
      : [];
  });
}

const pain =
  /\b(?:struggl\w+|problem|pain\w*|frustrat\w+|stuck|drowning|losing|waste|wasting|too (?:slow|late|long)|manual(?:ly)?|getting worse|depressing|disaster|nightmare|behind|stall\w*|slipping|broken|breaks|missed|hard to|can't keep up|no visibility|bottleneck|crept up|used to be|complain\w*)\b/;
const sum = /[$€£]\s?\d|\b\d[\d,.]*\s?(?:k|thousand|dollars|euros|pounds)\b/;
const price =
  /\b(?:price|pricing|cost|costs|fees?|quote|invest\w*|annually|pilot is|(?:per|a|each) (?:month|quarter|year|seat|user|unit|licen[cs]e))\b/;

function fromTalk({ sentences }: Dialogue, inside: Inside): readonly Candidate[] {
  const prices = sentences.filter(
    (one) => one.speaker === 'rep' && sum.test(one.text) && price.test(one.text) && !/\brevenue\b/.test(one.text),
  );
  const pains = sentences.filter(
    (one) => one.speaker === 'prospect' && !one.question && one.words > 5 && pain.test(one.text),
  );
  return [
    ...prices
      .slice(0, mostOfOneSort)
      .map((one) => moment(one, `The rep names the price: ${quoted(withoutFillers(one.raw))}`, weights.said)),
    ...pains.slice(0, mostOfOneSort).map((one) => moment(one, says(one, inside), weights.said - 0.5)),
  ];
}

function longestStatements({ sentences }: Dialogue, inside: Inside): readonly Candidate[] {
  const longest = sentences.reduce<readonly Sentence[]>((best, one) => {
    if (one.words < 3 || one.words <= (best[2]?.words ?? 0)) return best;
    return [...best, one].sort((left, right) => right.words - left.words || left.index - right.index).slice(0, least);
  }, []);
  return (longest.length > 0 ? longest : sentences.slice(0, 1)).map((one) => moment(one, says(one, inside), 1));
}

function says(sentence: Sentence, inside: Inside): string {
  const { raw, speaker, question } = sentence;
  const told = question ? null : bestTold([sentence]);
  const clause = told === null ? null : clauseOf(told.text, speaker, inside);
  if (clause?.form === 'clause') return sentenceCase(`The ${speaker} says that ${clause.text}`);
  return `The ${speaker} ${question ? 'asks' : 'says'}: ${quoted(withoutFillers(raw))}`;
}

function moment(at: Sentence, text: string, weight: number): Candidate {
  return { at, text, evidence: [at], weight };
}
