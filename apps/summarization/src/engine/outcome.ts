import { outcomes } from './acts/ending.ts';
import type { ActScores } from './acts/heads.ts';
import type { Understanding } from './acts/understanding.ts';
import type { Commitment } from './commitments.ts';
import { dealSigns } from './deal-signs.ts';
import type { Decision } from './decision.ts';
import type { Dialogue, Sentence } from './dialogue.ts';
import { isFewLines, spokenMinutes, strictness } from './listing.ts';
import { thresholds } from './moves.ts';
import type { Outcome } from './summary-engine.ts';

export interface FoundOutcome {
  readonly outcome: Outcome;
  /** What decided it; the last words of the call when nothing did. */
  readonly evidence: readonly Sentence[];
}

// What the findings say, and the clearest words of the prospect, count as much as this much of the closing words. A next step is
// found on nearly every call that is won, too. Chosen on the calls in `evaluation/calls/development` and `validation`.
const worthOfFindings = 1;
const worthOfStep = 0.5;
const worthOfYes = 2;
const worthOfNo = 4;
// How much speaks against a yes when a decision is still open, or for it when papers are on their way.
const worthOfSigns = 1;
// Before this part of the call a yes or a no is seldom the last word.
const wordsCountFrom = 0.4;

/** What the call as a whole sounds like, and a little of what its words say. */
export function findOutcome(
  understanding: Understanding,
  commitments: readonly Commitment[],
  decisions: readonly Decision[],
): FoundOutcome {
  const said = outcomeInWords(understanding, commitments, decisions);
  const { outcomes: likely } = understanding.reading;
  const { dialogue } = understanding;
  const ownWorth = isFewLines(dialogue) ? 1 : worthOfWords;
  const worth = (outcome: Outcome) => likely[outcome] + (outcome === said.outcome ? ownWorth : 0);
  const likeliest = outcomes.reduce((best, one) => (worth(one) > worth(best) ? one : best));
  // A yes that waits for another person is none yet.
  const open = likeliest === 'won' && said.outcome !== 'won' && dealSigns(dialogue.sentences.slice(-12)).open;
  const outcome = open ? 'follow_up' : likeliest;
  return outcome === said.outcome ? said : { outcome, evidence: [decisiveFor(outcome, understanding)] };
}

// Chosen on the validation calls of the corpus.
const worthOfWords = 0.1;

/** What the findings say and what the last words of both sides sound like, together. */
function outcomeInWords(
  understanding: Understanding,
  commitments: readonly Commitment[],
  decisions: readonly Decision[],
): FoundOutcome {
  const { clear, ...found } = byFindings(understanding, commitments, decisions);
  const { ending } = understanding;
  const words = clearestWords(understanding);
  const worth = (outcome: Outcome) =>
    ending[outcome] +
    (outcome === found.outcome && clear ? (outcome === 'follow_up' ? worthOfStep : worthOfFindings) : 0) +
    (words[outcome] ?? 0);
  const outcome = outcomes.reduce((best, one) => (worth(one) > worth(best) ? one : best));
  const said = outcome === found.outcome ? found : { outcome, evidence: [decisiveFor(outcome, understanding)] };
  return said.outcome === 'follow_up' || said.outcome === 'no_outcome' || lastWord(said.outcome, understanding)
    ? said
    : { outcome: 'follow_up', evidence: [decisiveFor('follow_up', understanding)] };
}

// How the longest goodbyes of a long call are.
const closingSentences = 40;
const closingPart = 0.2;

/** A sale is won or lost by a clear word of the prospect near the end of the call that nothing later takes back. */
function lastWord(outcome: 'won' | 'lost', { dialogue, scoresOf }: Understanding): boolean {
  const { sentences } = dialogue;
  const from = sentences.length - Math.max(closingSentences, Math.ceil(closingPart * sentences.length));
  const long = strictness(spokenMinutes(dialogue));
  const closing = sentences.filter(
    ({ speaker, question, text, index }) =>
      index >= from && speaker === 'prospect' && !question && (long === 0 || !conditional.test(text)),
  );
  const clear = (yes: 'purchase' | 'rejection', no: 'purchase' | 'rejection') =>
    closing.findLast(
      (one) =>
        scoresOf(one)[yes] >= thresholds.lastWord + (thresholds.lastWordOnLongCall - thresholds.lastWord) * long &&
        scoresOf(one)[yes] > scoresOf(one)[no],
    )?.index ?? -1;
  const [yes, no] = [clear('purchase', 'rejection'), clear('rejection', 'purchase')];
  if (outcome === 'lost') return no > yes;
  const stillOpen = dealSigns(sentences.slice(yes + 1)).open;
  return long === 0 || (yes > no && !stillOpen);
}

/** How clear the clearest yes to buy and the clearest no of the prospect are, in the second half of the call. */
function clearestWords({ dialogue, scoresOf }: Understanding): Partial<Record<Outcome, number>> {
  const own = dialogue.sentences.filter(
    ({ speaker, question, text, index }) =>
      speaker === 'prospect' &&
      !question &&
      !conditional.test(text) &&
      index >= wordsCountFrom * dialogue.sentences.length,
  );
  const most = (of: (scores: ActScores) => number) => own.reduce((best, one) => Math.max(best, of(scoresOf(one))), 0);
  const { open, papers } = signsIn(dialogue);
  const signs = open ? -worthOfSigns : papers ? worthOfSigns : 0;
  return {
    won: worthOfYes * most(({ purchase, rejection }) => purchase - rejection) + signs,
    lost: worthOfNo * most(({ purchase, rejection }) => rejection - purchase),
  };
}

const signsIn = ({ sentences }: Dialogue) => dealSigns(sentences.slice(Math.floor(wordsCountFrom * sentences.length)));

/** Of the last words of the prospect those that say most for the outcome; else the last words of the call. */
function decisiveFor(outcome: Outcome, { dialogue, scoresOf }: Understanding): Sentence {
  const weight = (sentence: Sentence) => {
    const { purchase, agreement, commitment, rejection, refusal, next_step } = scoresOf(sentence);
    if (outcome === 'won') return Math.max(purchase, 0.7 * agreement, 0.5 * commitment);
    return outcome === 'lost' ? Math.max(rejection, 0.7 * refusal) : Math.max(next_step, commitment);
  };
  const last = dialogue.sentences.slice(-20);
  const own = last.filter(({ speaker }) => speaker === 'prospect' || outcome === 'follow_up');
  return (outcome === 'no_outcome' || own.length === 0 ? last.slice(-1) : own).reduce((best, one) =>
    weight(one) > weight(best) ? one : best,
  );
}

/** The prospect's last clear word counts; praise before a no is not a yes, and a no to a part of the offer is not a no to it. */
function byFindings(
  understanding: Understanding,
  commitments: readonly Commitment[],
  decisions: readonly Decision[],
): FoundOutcome & { readonly clear: boolean } {
  const { dialogue } = understanding;
  const nobody = noConversation(understanding);
  if (nobody !== null) return { outcome: 'no_outcome', evidence: [nobody], clear: true };
  const yes = dialogue.sentences.findLast((sentence) => agreesToBuy(sentence, understanding));
  const no = dialogue.sentences.findLast((sentence) => declines(sentence, understanding));
  const steps = [...commitments, ...decisions].flatMap(({ evidence }) => evidence);
  const step = steps.sort((left, right) => right.index - left.index)[0];
  // After a real no there is nothing left to settle.
  const settledLater =
    no !== undefined && decisions.some(({ evidence }) => evidence.every((one) => one.turn > no.turn + 1));
  if (no !== undefined && no.index > (yes?.index ?? -1) && !settledLater)
    return { outcome: 'lost', evidence: [no], clear: true };
  if (yes !== undefined) return { outcome: 'won', evidence: [yes], clear: true };
  const paper = signsIn(dialogue).open ? null : paperwork(commitments, decisions);
  if (paper !== null) return { outcome: 'won', evidence: paper, clear: true };
  if (step !== undefined) return { outcome: 'follow_up', evidence: [step], clear: true };
  // Nothing was found: the last words alone decide.
  const open = dialogue.sentences.findLast((sentence) => isSalesTalk(sentence, understanding));
  if (open !== undefined) return { outcome: 'follow_up', evidence: [open], clear: false };
  return { outcome: 'no_outcome', evidence: dialogue.sentences.slice(-1), clear: false };
}

/** Terms are settled and one side sends what is to be signed or paid: they have a deal, even without "I buy". */
function paperwork(commitments: readonly Commitment[], decisions: readonly Decision[]): readonly Sentence[] | null {
  const settled = decisions.find(({ appointment }) => !appointment)?.evidence[0];
  const signing = commitments.find(({ evidence }) => evidence.some(({ text }) => toSign.test(text)))?.evidence;
  return settled === undefined || signing === undefined
    ? null
    : [...decisions.flatMap(({ evidence }) => evidence).slice(0, 2), ...signing.slice(0, 2)];
}

const toSign =
  /\b(?:for (?:\w+ ){0,2}signature|to (?:counter)?sign|countersign\w*|draw(?:n)? up (?:the )?(?:papers|paperwork|contract|agreement|renewal)|(?:paperwork|papers|contract|agreement|renewal) (?:\w+ )?drawn up|purchase order|po|order form|order confirmation|(?:pilot|rental|lease|service|supply|hire) (?:agreement|contract)|deposit)\b/;

/** A clear yes to buy, said by the prospect without an if. */
export function agreesToBuy(sentence: Sentence, { scoresOf }: Understanding): boolean {
  if (sentence.speaker !== 'prospect' || sentence.question || conditional.test(sentence.text)) return false;
  const { purchase, rejection, refusal, hypothetical, past, objection } = scoresOf(sentence);
  return purchase >= thresholds.purchase && purchase > Math.max(rejection, refusal, hypothetical, past, objection);
}

function declines(sentence: Sentence, { scoresOf }: Understanding): boolean {
  if (sentence.speaker !== 'prospect' || sentence.question || conditional.test(sentence.text)) return false;
  const { rejection, purchase, agreement, hypothetical } = scoresOf(sentence);
  return rejection >= thresholds.rejection && rejection > Math.max(purchase, agreement, hypothetical);
}

const conditional = /\b(?:if|unless|once|whether|depends|until|subject to|free (?:month|trial)|for nothing|trial)\b/;

function isSalesTalk(sentence: Sentence, { scoresOf }: Understanding): boolean {
  const { objection, proposal, answer } = scoresOf(sentence);
  return Math.max(objection, proposal, answer) >= 0.5;
}

const unreached =
  /\b(?:sorry i missed you|missed you|leave (?:a|me a) message|left a message|after the (?:tone|beep)|voice ?mail|call me back (?:at|on)|give me a call back|you'?ve reached|trying to reach you)\b/;
const wrongPerson =
  /\b(?:wrong (?:number|department|person|extension|company)|private number|no longer works|doesn't work here|this is (?:the )?(?:reception|switchboard|front desk)|(?:doesn't|does not|don't) take sales calls|not the right (?:person|number|department)|(?:he|she)'s not (?:in|available|here)|isn't in today|take a message|nobody (?:here )?by that name)\b/;

/** Voicemail, wrong number, gatekeeper: the words that show it, or null where two people did talk business. */
function noConversation({ dialogue }: Understanding): Sentence | null {
  const sides = new Set(dialogue.turns.map((turn) => turn.speaker));
  const message = dialogue.sentences.find(({ text }) => unreached.test(text));
  if (sides.size < 2 && message !== undefined) return message;
  if (words(dialogue) > 400) return null;
  return dialogue.sentences.find(({ text, speaker }) => speaker === 'prospect' && wrongPerson.test(text)) ?? null;
}

const words = ({ sentences }: Dialogue) => sentences.reduce((sum, sentence) => sum + sentence.words, 0);
