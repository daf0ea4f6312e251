import { repetition } from './acts/features.ts';
import type { Understanding } from './acts/understanding.ts';
import type { Commitment } from './commitments.ts';
import { deedOf } from './deeds.ts';
import type { Sentence, Turn } from './dialogue.ts';
import { findDueDate } from './due-date.ts';
import { moveOf, saysNo, takesBack, thresholds } from './moves.ts';
import { agreesToBuy } from './outcome.ts';
import type { Statement } from './statement.ts';
import { capitalised, decapitalised, imperative, quoted, reported, tidy, withoutFillers } from './wording.ts';

export interface Decision extends Statement {
  /** A date or time both sides settled on: also a next step. */
  readonly appointment: boolean;
  /** A yes to buy: it settles the outcome, not a term. */
  readonly bought: boolean;
  /** How clear it is that something was settled. */
  readonly weight: number;
}

/** What one side puts forward and the other side agrees to, with or without a cue word; a clear yes to buy. */
export function findDecisions(
  understanding: Understanding,
  commitments: readonly Commitment[],
  saidAt: Date,
  timezone: string,
): readonly Decision[] {
  const { dialogue } = understanding;
  const dated = (text: string) => findDueDate(text, saidAt, timezone) !== null || timeOfDay.test(text);
  const decisions: Decision[] = [];
  for (const turn of dialogue.turns) {
    if (turn.sentences.some((sentence) => takesBack(sentence, understanding))) withdraw(decisions, turn);
    const settled = settledIn(turn, understanding) ?? settledLater(turn, understanding);
    if (settled !== null) add(decisions, decisionOf(settled, understanding, dated));
    const bought = turn.sentences.find((sentence) => agreesToBuy(sentence, understanding));
    if (bought !== undefined && settled === null)
      add(decisions, {
        text: 'The prospect agreed to go ahead',
        evidence: [bought],
        appointment: false,
        bought: true,
        weight: 1,
      });
  }
  return decisions.filter((decision) => !isPartOfOne(decision, commitments, understanding));
}

/** "By Friday?" "Make it Monday." settles when a deed is due: that is in the action item. */
function isPartOfOne(
  { evidence }: Decision,
  commitments: readonly Commitment[],
  understanding: Understanding,
): boolean {
  const joint = evidence.some((sentence) => {
    const { proposal, next_step, request } = understanding.scoresOf(sentence);
    return together.test(sentence.raw) || Math.max(proposal, next_step) > Math.max(0.4, request);
  });
  const [put] = evidence;
  if (put === undefined || commitments.some((one) => isDayOf(evidence, one))) return put !== undefined;
  if (joint) return false;
  // "I'll send it right now." "Great." is one side's doing.
  return moveOf(put, understanding) === 'promise' || commitments.some((one) => one.evidence.includes(put));
}

/** "Tomorrow by noon." "Works." is when something is sent, and nothing that both do. */
function isDayOf(evidence: readonly Sentence[], { description, evidence: ofDeed }: Commitment): boolean {
  return (
    oneSided.test(description) &&
    evidence.some((one) => ofDeed.includes(one)) &&
    evidence.every(({ words }) => words <= 5)
  );
}

const oneSided =
  /^(?:send|e-?mail|mail|forward|text|post|share|get|draft|write|put together|prepare|price|pay|sign|return|check|ask|confirm|have [\w' ]+ (?:send|sign|pay|write|mail))\b/i;

interface Settled {
  readonly proposal: Sentence;
  readonly agreement: Sentence;
}

function settledIn(turn: Turn, understanding: Understanding): Settled | null {
  const { dialogue, scoresOf } = understanding;
  const yes = (one: Sentence) => Math.max(scoresOf(one).agreement, 0.9 * scoresOf(one).acceptance);
  const agreement = turn.sentences
    .slice(0, 3)
    .filter((sentence) => !sentence.question && !conditional.test(sentence.text))
    .reduce<Sentence | null>((best, one) => (best === null || yes(one) > yes(best) ? one : best), null);
  const before = dialogue.turns[turn.index - 1];
  if (
    agreement === null ||
    before === undefined ||
    turn.sentences.slice(0, 2).some((one) => saysNo(one, understanding))
  )
    return null;
  const proposal = before.sentences
    .slice(-3)
    .reduce(
      (best, one) => (put(one, understanding) >= put(best, understanding) ? one : best),
      before.sentences.at(-1) as Sentence,
    );
  const { agreement: agrees, acceptance, objection, refusal, answer } = scoresOf(agreement);
  const offered = put(proposal, understanding);
  // Who repeats the other's terms in few words settles them; who repeats them while explaining does not.
  const echo =
    agreement.words <= 9 && answer < 0.5
      ? repetition(
          agreement.text,
          before.sentences
            .slice(-2)
            .map(({ text }) => text)
            .join(' '),
        )
      : 0;
  const agreed = Math.max(agrees + thresholds.echo * echo, offered >= thresholds.proposal ? acceptance : 0);
  const clear = agreed >= thresholds.agreement && agreed > Math.max(objection, refusal);
  return clear &&
    canBeSettled(proposal, agreement, understanding) &&
    offered >= thresholds.put &&
    agreed + Math.max(0, offered) >= thresholds.settled
    ? { proposal, agreement }
    : null;
}

const turnsOpen = 5;

/** A clear proposal that was talked about for a turn or two before the yes: heard as the reply to it, the yes still fits. */
function settledLater(turn: Turn, understanding: Understanding): Settled | null {
  const { dialogue, scoresOf, asReply } = understanding;
  const [agreement] = turn.sentences.filter(({ question, text }) => !question && !conditional.test(text));
  if (agreement === undefined || turn.sentences.slice(0, 2).some((one) => saysNo(one, understanding))) return null;
  for (let index = turn.index - 3; index >= Math.max(0, turn.index - turnsOpen); index -= 2) {
    const proposal = dialogue.turns[index]?.sentences.findLast(
      (one) => scoresOf(one).proposal >= thresholds.openProposal && canBeSettled(one, agreement, understanding),
    );
    if (proposal === undefined) continue;
    const { agreement: yes, objection, refusal } = asReply(agreement, proposal);
    const plain = Math.min(yes, Math.max(scoresOf(agreement).agreement, scoresOf(agreement).acceptance) + 0.2);
    return plain >= thresholds.lateAgreement && plain > Math.max(objection, refusal) ? { proposal, agreement } : null;
  }
  return null;
}

/** Terms, not an objection, a question for information, a small word or an if. */
function canBeSettled(proposal: Sentence, agreement: Sentence, { scoresOf }: Understanding): boolean {
  const { objection, question, proposal: proposed, small_talk, closing } = scoresOf(proposal);
  const terms = proposal.words >= 4 || figure.test(proposal.text) || proposed > 0.4;
  const asks = proposal.question && question > Math.max(0.4, proposed + 0.2) && !figure.test(agreement.text);
  return (
    terms &&
    !asks &&
    !conditional.test(proposal.text) &&
    !aboutTheCall.test(proposal.text) &&
    Math.max(objection, small_talk, closing) < Math.max(0.5, proposed)
  );
}

// "Can I walk you through it?" is over when the call is.
const aboutTheCall =
  /\bhow (?:may|can|could) i\b|\bdirect your call\b|\b(?:(?:walk|take|talk|run|guide) (?:you|us) through|share my screen|ask you (?:a|one|some|something)|next slide|jump (?:in|right in)|from the top|go (?:through|over) (?:it|them|that|this)|the (?:one|two|three|four|ones|points?|things?) that (?:matter|count)|show you (?:how|what|where|that))\b/;

const figure =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen(?:th)?|twent\w+|thirt\w+|fort(?:y|ies)|fift\w+|sixt\w+|hundred|thousand|\w+ieth|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|half|\w+day|month|year|drop)\b/;

/** How much a sentence puts something forward that both have to settle; a request for a deed of the other side does not. */
function put(sentence: Sentence, { scoresOf }: Understanding): number {
  const { proposal, agreement, next_step, request, commitment, question } = scoresOf(sentence);
  if (commitment >= thresholds.promise && next_step >= thresholds.proposal) return 0.6;
  return (
    Math.max(proposal, 0.7 * agreement, 0.7 * next_step) -
    0.4 * Math.max(request, next_step > 0.3 ? 0 : commitment) -
    (question > proposal ? 0.2 : 0)
  );
}

function decisionOf(
  { proposal, agreement }: Settled,
  understanding: Understanding,
  dated: (text: string) => boolean,
): Decision {
  const appointment = dated(proposal.text) || dated(agreement.text);
  const { agreement: agreed, acceptance } = understanding.scoresOf(agreement);
  const weight = Math.max(agreed, acceptance) + put(proposal, understanding);
  const kind = { appointment, bought: false, weight };
  const chosen = choice.exec(agreement.raw)?.[1];
  const restated = restatedIn(agreement, understanding);
  if (restated !== null)
    return { text: restated.text, evidence: [...new Set([proposal, agreement, restated.sentence])], ...kind };
  const text =
    chosen !== undefined &&
    (chosen.includes(' ') || weekday.test(chosen)) &&
    (dated(chosen.toLowerCase()) || figure.test(chosen.toLowerCase()))
      ? `Agreed on ${decapitalised(tidy(chosen))}`
      : textOf(proposal, agreement, understanding);
  return { text, evidence: [proposal, agreement], ...kind };
}

const afterthought = /,? (?:then|noted|good|great|okay|ok|right|please|yes)[.!\s]*$/i;
const persons = /\b(?:you|i|we|me|my|your|us|our)\b/i;
const offers = /^(?:(?:and|so|then|okay|ok)[\s,]+)*(?:shall|should|can|could|may) (?:i|we)\b/;
const weekday = /day$/i;
/** "That works. Let us start with the basic plan." */
function restatedIn(agreement: Sentence, { dialogue }: Understanding) {
  const said = dialogue.turns[agreement.turn]?.sentences.filter(
    ({ index, question }) => !question && index >= agreement.index && index <= agreement.index + 1,
  );
  for (const sentence of said ?? []) {
    const joint = /^(?:(?:and|so|then|okay|ok|yes|great)[\s,]+)*(?:let['’]?s|let us)\s+/i.exec(sentence.raw);
    const action = joint === null ? '' : sentence.raw.slice(joint[0].length);
    if (action.split(' ').length >= 3 && !/^(?:say|see|do (?:it|that)|go|talk|speak)\b/i.test(action))
      return { sentence, text: imperative(action, sentence.speaker, sentence.speaker) };
  }
  return null;
}

// "Thursday at two works for me", "The twelfth it is".
const choice =
  /^(?:(?:yes|yeah|ok(?:ay)?|sure|great|then)[\s,]+)*(.{2,60}?)(?:,? (?:works?|suits?|would (?:work|be (?:fine|good|great))|it is|(?:i|we) (?:can|could) (?:live with|do|manage|get through))|(?: is|['’]s) (?:fine|good|great|perfect|best|lovely|ok(?:ay)?|ideal|grand|all right))\b/i;

// What only leads up to the terms.
const opener =
  /^(?:(?:so|then|and|well|okay|ok|maybe|perhaps|right|now|yes|yeah|say|shall we say|let['’]?s say|what about|how about|make it|call it|what if we|suppose we|i['’]?d (?:say|suggest|propose)(?: that)?(?: we)?|my suggestion(?: is|:)?|you mentioned)(?=[\s,:])[\s,:]*)+/i;
const together = /\b(?:let['’]?s|let us|shall we|why don['’]?t we|could we|can we|we could|we can|what if we)\s+/i;
const doing =
  /^(?:start|begin|try|keep|leave|drop|take|move|put|swap|make|do|run|go|use|split|meet|skip|add|switch|set|hold|wait|pay|bill|turn|stay|come|ship|deliver|cut|cap|share)\b/i;

/** A statement of what is settled: "Start with the basic plan in January". */
function textOf(proposal: Sentence, agreement: Sentence, { scoresOf }: Understanding): string {
  const order = (action: string, { speaker }: Sentence) => imperative(action.replace(/\?.*$/, ''), speaker, speaker);
  const joint = together.exec(proposal.raw);
  if (joint !== null && joint.index <= 25) return order(proposal.raw.slice(joint.index + joint[0].length), proposal);
  const deed = deedOf(proposal);
  if (deed !== null && scoresOf(proposal).next_step > 0.4 && deed.start !== null) return order(deed.words, proposal);
  const fuller = agreement.words >= 4 && agreement.words > proposal.words ? agreement : proposal;
  const terms = tidy(withoutFillers(fuller.raw).replace(opener, '').replace(afterthought, ''));
  if (doing.test(terms)) return order(terms, fuller);
  if (fuller.question && deed !== null && deed.start !== null && offers.test(fuller.text))
    return order(deed.words, fuller);
  if (fuller.question && figure.test(agreement.text)) {
    const said = reported(agreement.raw, agreement.speaker);
    const settled = tidy(withoutFillers(agreement.raw));
    return `Agreed on ${decapitalised(persons.test(settled) && said !== null ? said : settled)}`;
  }
  if (fuller.question) return `Agreed: ${quoted(terms)}`;
  const statement = /\b(?:you|i|we|me|my|your|us|our)\b/i.test(terms) ? reported(terms, fuller.speaker) : null;
  if (statement !== null) return `Agreed: ${decapitalised(statement)}`;
  return /\b(?:you|i|me|my|your)\b/i.test(terms)
    ? `Agreed: ${quoted(terms)}`
    : `Agreed on ${decapitalised(capitalised(terms))}`;
}

/** Turns that follow each other settle one matter: the last words on it stand. */
function add(decisions: Decision[], decision: Decision): void {
  const known = decisions.at(-1);
  const last = known?.evidence.at(-1);
  const first = decision.evidence[0];
  if (known !== undefined && last !== undefined && first !== undefined && first.turn - last.turn <= 0) {
    decisions[decisions.length - 1] = {
      ...decision,
      evidence: [...new Set([...known.evidence, ...decision.evidence])],
    };
  } else decisions.push(decision);
}

function withdraw(decisions: Decision[], turn: Turn): void {
  const last = decisions.at(-1)?.evidence.at(-1);
  if (last !== undefined && turn.index - last.turn <= 2) decisions.pop();
}

const conditional = /\b(?:if (?!you(?:'re| are) (?:free|ok)|that)|unless|depending on|subject to|provided)\b/;
const timeOfDay = /\b(?:at \d{1,2}(?::\d\d)?|\d{1,2} ?(?:am|pm)|noon|o'clock)\b/;
