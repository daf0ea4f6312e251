import { clauseOf, insideSentence } from './clauses.ts';
import type { Clause, Inside } from './clauses.ts';
import type { Dialogue, Sentence } from './dialogue.ts';
import type { Findings } from './key-moments.ts';
import { priceWords } from './objection-subjects.ts';
import type { RaisedObjection } from './objections.ts';
import { deedOf, nextStep } from './next-step.ts';
import { mainPrice } from './price.ts';
import type { Span } from './spans.ts';
import type { Statement } from './statement.ts';
import type { AnalysisInput, Speaker } from './summary-engine.ts';
import { contentWords, saysAgainst } from './telling.ts';
import type { Topics } from './topics.ts';
import { sentenceCase } from './wording.ts';

/** For each sentence of the overview the candidates, the best first; what has no plain way to say it is left out. */
export function overviewOptions(
  dialogue: Dialogue,
  findings: Findings,
  input: AnalysisInput,
  spans: readonly Span[],
  topics: Topics | null,
  leadsOn: (sentence: Sentence) => number = () => 0,
): readonly (readonly Statement[])[] {
  const inside = insideSentence(dialogue, Object.values(knownNames(input)));
  return [
    contextOptions(dialogue, input, topics, inside),
    concernOptions(findings, inside),
    termOptions(findings, spans, inside),
    endOptions(dialogue, findings, leadsOn),
  ];
}

/** Names from the call's record that a text may use. A name with digits would look like a number that neither side said. */
export function knownNames({ rep, prospect }: AnalysisInput): {
  rep: string | null;
  prospect: string | null;
  company: string | null;
} {
  const usable = (name: string | null) => {
    // A full stop would count as the end of the sentence: "Dr. Henkel", "Northmill Ltd."
    const plain = (name ?? '').replace(/\.(?=\s|$)/g, '').trim();
    return /^\p{L}[\p{L} .'’&,-]{0,59}$/u.test(plain) && !/^(?:none|private|unknown|n\/a)$/i.test(plain) ? plain : null;
  };
  return { rep: usable(rep.name), prospect: usable(prospect.name), company: usable(prospect.company) };
}

function contextOptions(
  dialogue: Dialogue,
  input: AnalysisInput,
  topics: Topics | null,
  inside: Inside,
): readonly Statement[] {
  const names = knownNames(input);
  const rep = names.rep ?? 'the rep';
  const other =
    names.prospect === null
      ? (names.company ?? 'the prospect')
      : `${names.prospect}${names.company === null ? '' : ` of ${names.company}`}`;
  const [first] = dialogue.sentences as [Sentence];
  const told = (plain: string, about: string, nameless: string) => [
    ...(topics === null
      ? []
      : [{ text: sentenceCase(`${plain}${about} ${inside(topics.text)}`), evidence: [first, ...topics.evidence] }]),
    { text: sentenceCase(plain), evidence: [first] },
    { text: nameless, evidence: [first] },
  ];
  const caller = callerOf(dialogue);
  if (caller === null) return told(`${rep} and ${other} talked`, ' about', 'The rep and the prospect talked.');
  const [from, to] = caller.speaker === 'rep' ? [rep, other] : [other, rep];
  return caller.message
    ? told(`${from} left ${to} a message`, ' about', `The ${caller.speaker} left a message.`)
    : told(`Only ${from} speaks in this recording`, ', about', `Only the ${caller.speaker} speaks in this recording.`);
}

const toMachine =
  /\b(?:leave (?:us |me |your |a |some )|(?:left|leaving) (?:you |him |her |me )?a message|this is a message|after the (?:tone|beep)|voice ?mail|mailbox|answering machine|sorry i missed you|(?:call|ring) me back|you(?:'ve| have)? reached|you're through to|can't (?:take|come to|get to) (?:your call|the phone))\b/;
// What a machine says behind its greeting: "message saved", "to record again, press two".
const wordsOfMachine = 7;
// One side alone in so few pieces has left a message; in more, the other side was not recorded.
const segmentsOfMessage = 6;
const wordsOfMessage = 40;

/** Who speaks alone, and whether to a machine; null where two people talk. */
function callerOf({ segments, sentences, turns }: Dialogue): { speaker: Speaker; message: boolean } | null {
  const [opening, ...rest] = turns;
  const alone = [...new Set(sentences.map(({ speaker }) => speaker))];
  const speaking = new Set(
    rest.flatMap((turn) =>
      turn.sentences.reduce((sum, { words }) => sum + words, 0) > wordsOfMachine ? [turn.speaker] : [],
    ),
  );
  const [speaker] = alone.length === 1 ? alone : speaking;
  if (speaker === undefined || speaking.size > 1 || (alone.length > 1 && opening?.speaker === speaker)) return null;
  const spoken = sentences.reduce((sum, { words }) => sum + words, 0);
  const message =
    sentences.some(({ text }) => toMachine.test(text)) ||
    (turns.length === 2 && sentences.length > 4) ||
    (alone.length === 1 && segments.length <= segmentsOfMessage && spoken >= wordsOfMessage);
  return alone.length > 1 && !message ? null : { speaker, message };
}

// A false sentence costs an overview as much as a true one brings: from these weights more than half are true.
const sureConcern = 0.9;
const sureTerm = 0.55;

/** The clearest of what is held against the offer that can be said in a sentence, with what the rep said to it. */
function concernOptions({ objections, commitments, outcome }: Findings, inside: Inside): readonly Statement[] {
  if (outcome.outcome === 'no_outcome') return [];
  const told = objections.flatMap((one, rank) => {
    const clause = clauseOf(one.objection.text, 'prospect', inside);
    if (clause === null || clause.form === 'deed' || !tellsConcern(clause)) return [];
    if (one.weight < sureConcern && !namesPrice.test(clause.text)) return [];
    // What the rep promises in reply is stated as the next step.
    const promised = commitments.some(({ evidence }) =>
      one.response?.evidence.every((place) => evidence.includes(place)),
    );
    const answer = promised || !answersItsWords(one) ? null : answerOf(one, inside);
    const weight = one.weight + (answer === null ? 0 : 0.1) - 0.001 * rank;
    return [{ one, clause, answer, weight }];
  });
  const [main] = [...told].sort((left, right) => right.weight - left.weight);
  const price = objections.find(({ objection }) => ofMoney.test(objection.text))?.objection.evidence;
  if (price !== undefined && (main === undefined || !namesPrice.test(main.clause.text)))
    return [{ text: 'The prospect raised doubts about the price.', evidence: price }];
  if (main === undefined) return [];
  const { one, clause, answer } = main;
  const concern =
    clause.form === 'question' ? `The prospect asked ${clause.text}` : `The prospect objected that ${clause.text}`;
  const alone = { text: `${concern}.`, evidence: one.objection.evidence };
  return answer === null || one.response === null
    ? [alone]
    : [
        {
          text: `${concern}; the rep answered that ${answer}.`,
          evidence: [...one.objection.evidence, ...one.response.evidence],
        },
        alone,
      ];
}

// Behind other words about money is the price, which they often do not say: "they pay for the disk one time six hundred shekels".
const ofMoney = new RegExp(
  String.raw`[$€£]|\b(?:${priceWords}|prices|(?:too|so|very) dear|dollars?|euros?|bucks|quid|rupees?|dirhams?|shekels?)\b`,
  'i',
);
const namesPrice = /\b(?:prices?|pricing|costs?|expensive|budget|afford|too (?:dear|high|much))\b/;

/** In one sentence with the objection an answer to something else is false: it has to be about the same thing. */
function answersItsWords({ objection, response }: RaisedObjection): boolean {
  const words = new Set(contentWords(objection.text));
  return contentWords(response?.text ?? '').some((word) => words.has(word));
}

/** Clear to a reader who was not there: against the offer, about something that it names, and short. */
const tellsConcern = ({ form, text }: Clause): boolean =>
  text.split(' ').length >= 4 &&
  text.split(' ').length <= 20 &&
  (form === 'question' || saysAgainst(text)) &&
  contentWords(text).length >= 2 &&
  !pointsElsewhere.test(text);
const pointsElsewhere =
  /^(?:it|that|this|there|he|she)\b|\b(?:him|her|those|anyway|mind|this one|that one)\b|\b(?:it|one)$/i;

function answerOf({ response }: RaisedObjection, inside: Inside): string | null {
  const sentences = response?.text.split(/(?<=[.!?]) (?=\p{Lu})/u) ?? [];
  for (const sentence of sentences) {
    const clause = clauseOf(sentence, 'rep', inside);
    if (clause?.form === 'clause') return clause.text;
  }
  return null;
}

const mostTerms = 2;
const named = /^the terms are /i;

// A term names what it is about; "they want one", "it's empty", "the rep can do it" is what one side says.
const oneSidesView =
  /^(?:they|it|we|there)\b|^(?:the (?:rep|prospect)) (?:can|could|would|is|has|might|may|should|wants?|needs?|thinks?|likes?)\b|\d* (?:is|are) \S+$/i;

function termOptions(findings: Findings, spans: readonly Span[], inside: Inside): readonly Statement[] {
  const { decisions, outcome } = findings;
  const price = priceOptions(spans);
  if (outcome.outcome === 'no_outcome') return [];
  if (outcome.outcome === 'lost') return price;
  const settled = decisions
    .filter((decision) => !decision.bought && decision.weight >= sureTerm)
    .flatMap((decision) => {
      const clause = clauseOf(decision.text.replace(/^Agreed(?: on|:)? /i, ''), 'rep', inside);
      const told = clause === null || clause.form === 'question' || oneSidesView.test(clause.text);
      return told ? [] : [{ clause, decision }];
    })
    .sort((left, right) => right.decision.weight - left.decision.weight);
  const [first] = settled;
  if (first === undefined) return price;
  const chosen = settled.filter(({ clause }) => clause.form === first.clause.form).slice(0, mostTerms);
  const tie = first.clause.form === 'deed' ? 'to' : 'that';
  const told = ({ text }: Clause) => (named.test(text) ? `on ${text.replace(named, '')}` : `${tie} ${text}`);
  const text = (some: typeof settled) => `They agreed ${some.map(({ clause }) => told(clause)).join(', and ')}.`;
  const evidence = (some: typeof settled) => some.flatMap(({ decision }) => decision.evidence);
  return [
    { text: text(chosen), evidence: evidence(chosen) },
    { text: text([first]), evidence: evidence([first]) },
    ...price,
  ];
}

function priceOptions(spans: readonly Span[]): readonly Statement[] {
  const price = mainPrice(spans);
  return price === null ? [] : [{ text: `The rep named a price of ${price.sum}.`, evidence: [price.sentence] }];
}

function endOptions(
  dialogue: Dialogue,
  { outcome, commitments }: Findings,
  leadsOn: (sentence: Sentence) => number,
): readonly Statement[] {
  const ended = callerOf(dialogue)?.message === true ? endings.no_outcome : endings[outcome.outcome];
  const step = nextStep(dialogue, commitments, leadsOn);
  const bare = { text: `${ended}.`, evidence: outcome.evidence };
  if (step === undefined || outcome.outcome === 'lost') return [bare];
  const { text, dates } = deedOf(step);
  return [
    {
      text: `${ended}; next, the ${step.owner} will ${text}.`,
      evidence: [...outcome.evidence, ...step.evidence],
      dates,
    },
    bare,
  ];
}

const endings = {
  won: 'The prospect agreed to go ahead',
  lost: 'The prospect declined',
  follow_up: 'The deal is still open',
  no_outcome: 'No sales conversation took place',
} as const;
