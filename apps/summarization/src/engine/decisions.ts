import { repetition } from './acts/features.ts';
import type { Understanding } from './acts/understanding.ts';
import type { Commitment } from './commitments.ts';
import type { Decision } from './decision.ts';
import type { Sentence, Turn } from './dialogue.ts';
import { findDueDate } from './due-date.ts';
import { moveOf, saysNo, takesBack, thresholds } from './moves.ts';
import { agreesToBuy } from './outcome.ts';
import { keptScore } from './reading.ts';
import { imperative } from './imperative.ts';
import { isFullClause } from './spoken-clauses.ts';
import { clausesOf, contentOf, contentWords, hasFigure, standsAlone, statedBy } from './telling.ts';
import { withSides } from './third-person.ts';
import { isTerm } from './well-written.ts';
import { asVerb, decapitalised, tidy } from './wording.ts';

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
        order: false,
        evidence: [bought],
        appointment: false,
        bought: true,
        weight: 1,
      });
  }
  return decisions.filter((decision) => !isPartOfOne(decision, commitments, understanding));
}

/**
 * What both sides settle in turns that are close together, by the sound of the call: term by term, or several turns before the yes.
 * Only what a clause of theirs states is returned.
 */
export function settledTerms(understanding: Understanding): readonly Decision[] {
  const { dialogue, reading } = understanding;
  const settled: { readonly sentences: Sentence[]; last: number }[] = [];
  for (const sentence of dialogue.sentences) {
    const { segment } = sentence;
    if (reading.unit(segment, 'decision') < thresholds.settledTerm) continue;
    const known = settled.at(-1);
    if (known === undefined || segment - known.last > mostBetween)
      settled.push({ sentences: [sentence], last: segment });
    else {
      known.sentences.push(sentence);
      known.last = segment;
    }
  }
  return settled.flatMap(({ sentences }) => {
    if (new Set(sentences.map(({ speaker }) => speaker)).size < 2) return [];
    const told = bestTerm(sentences, 1, true, (sentence, clause) => keptScore(reading, sentence, clause, 'decision'));
    if (told === null) return [];
    const weight = Math.max(...sentences.map(({ segment }) => reading.unit(segment, 'decision')));
    const text = withSides(told.text);
    return [{ text, order: told.order, evidence: sentences, appointment: false, bought: false, weight }];
  });
}

// So many segments further on it is another matter.
const mostBetween = 2;

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
    deniesFirst.test(turn.sentences[0]?.text ?? '') ||
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

// "No film.", "Nah. We're good."
const deniesFirst = /^(?:no|nah|nope|naw)\b(?!,? (?:problem|worries|bother|rush|no|that's (?:fine|good|ok|okay)))/;

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
  const likely = Math.max(
    ...[proposal, agreement].map(({ segment }) => understanding.reading.unit(segment, 'decision')),
  );
  const weight = likely + 0.1 * (Math.max(agreed, acceptance) + put(proposal, understanding));
  const kind = { appointment, bought: false, weight };
  const chosen = choice.exec(agreement.raw)?.[1];
  if (
    appointment &&
    chosen !== undefined &&
    (chosen.includes(' ') || weekday.test(chosen)) &&
    (dated(chosen.toLowerCase()) || figure.test(chosen.toLowerCase()))
  )
    return { text: `Agreed on ${decapitalised(tidy(chosen))}`, order: false, evidence: [proposal, agreement], ...kind };
  const told = toldOf(proposal, agreement, understanding, likely >= thresholds.plainDecision);
  return {
    text: withSides(told?.text ?? ''),
    order: told?.order ?? false,
    evidence: [...new Set([proposal, agreement, told?.sentence ?? proposal])],
    ...kind,
  };
}

const weekday = /day$/i;

// "Thursday at two works for me", "The twelfth it is".
const choice =
  /^(?:(?:yes|yeah|ok(?:ay)?|sure|great|then)[\s,]+)*(.{2,60}?)(?:,? (?:works?|suits?|would (?:work|be (?:fine|good|great))|it is|(?:i|we) (?:can|could) (?:live with|do|manage|get through))|(?: is|['’]s) (?:fine|good|great|perfect|best|lovely|ok(?:ay)?|ideal|grand|all right))\b/i;

interface Term {
  readonly text: string;
  readonly order: boolean;
  readonly sentence: Sentence;
}

/** Of both sides' words the clause that says what is settled: what is to be done, or what holds. */
function toldOf(
  proposal: Sentence,
  agreement: Sentence,
  { dialogue, scoresOf }: Understanding,
  plain: boolean,
): Term | null {
  const after = dialogue.turns[agreement.turn]?.sentences.filter(({ index }) => index === agreement.index + 1) ?? [];
  const { agreement: agrees, acceptance } = scoresOf(agreement);
  return bestTerm([agreement, ...after, proposal], plain ? 1 : Math.max(agrees, acceptance), plain);
}

/** `plain`: the call around it leaves no doubt that something was settled, so that any clause which names it will do. */
function bestTerm(
  sentences: readonly Sentence[],
  agreed: number,
  plain: boolean,
  likely: (sentence: Sentence, clause: string) => number = () => 0,
): Term | null {
  let best: (Term & { readonly weight: number }) | null = null;
  for (const sentence of sentences)
    for (const { text: clause, question } of clausesOf(sentence)) {
      const order = orderIn(clause, sentence);
      // Who only says a figure again has heard it.
      const holds = question || agreed < plainlyAgreed ? null : termIn(clause, sentence, plain);
      const named = question || agreed < thresholds.agreement ? null : termsNamedIn(clause, plain);
      const text = order ?? holds ?? named;
      if (text === null || !isTerm(text)) continue;
      const weight =
        standsAlone(clause, false) +
        (order !== null || holds !== null ? 0.2 : 0) +
        likely(sentence, clause) -
        (elsewhere.test(clause) ? 0.15 : 0);
      if (best === null || weight > best.weight) best = { text, order: order !== null, sentence, weight };
    }
  return best;
}

const plainlyAgreed = 0.5;
const elsewhere = /\b(?:it|them|that|those|these|this|one)\b/i;

const together =
  /^(?:(?:then|maybe|perhaps|now|what about if|how about if) )?(?:let's|let us|shall we|why don't we|could we|can we|we could|we can|we should|what if we|i(?:'d| would) (?:say|suggest|propose) (?:that )?we) (?:then |just |also |maybe )?(?!ask|see|talk|speak|look|say|know|hear|be\b|go\b|wait)/i;
const doing =
  /^(?:start|begin|try|keep|leave|drop|take|move|put|swap|make|do|run|use|split|skip|add|switch|set|hold|pay|bill|turn|ship|deliver|cut|cap|share|include|order|reserve|charge|invoice|install|extend|renew|round|spread|fix) (?!(?:you|me|us|it|that|this|them|so|well|not|one thing)\b)/i;

/** "Let's start with two of your shops" → "Start with two of the prospect's shops". */
function orderIn(clause: string, { speaker }: Sentence): string | null {
  const action = clause.replace(together, '');
  if (!doing.test(action)) return null;
  const order = imperative(action, speaker, speaker);
  const words = order.split(' ').length;
  const content = contentOf(order.replace(/^\S+ /, '')) + (hasFigure(order) ? 1 : 0);
  return content < 2 || words < 3 || words > 20 || unsettled.test(order) || tells.test(order) ? null : order;
}

// "… she'd love it": more than an order.
const tells =
  /\b(?:the (?:prospect|rep) (?:has|is|have|would|will|can)|(?:i|we|you|he|she|it|they|that)'(?:s|d|re|ve|ll|m))\b/i;

/** "Thirty days on everything, from the date of the invoice": terms without a verb. */
function termsNamedIn(clause: string, sure: boolean): string | null {
  const plain = clause.replace(/,? then$/i, '').replace(/^then /i, '');
  const words = plain.split(' ');
  if (words.length < 4 || words.length > 20 || !(sure || startsTerms.test(plain)) || !hasFigure(plain)) return null;
  if (isFullClause(plain) || persons.test(plain) || unsettled.test(plain) || openEnd.test(plain)) return null;
  const named = contentWords(plain).filter((word) => !figure.test(word));
  return named.length < 2 ? null : `The terms are ${asVerb(plain)}`;
}

const startsTerms =
  /^(?:\d|[$€£]|(?:a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|hundred|half|plus|no|the|every)\b)/i;
const persons =
  /\b(?:i|we|you|he|she|they|it|me|us|my|your|our|his|her|their|is|are|that's|it's|there's|has|have|will|o'clock|ago|sir|madam|ok|okay|yeah|yes|or|a week from)\b|'(?:s|re|ve|ll|d|m)\b/i;
const openEnd = /\b(?:the|a|an|of|and|or|for|with|to|in|on|at|from|till|until|by)$/i;

/** "I could do the six for ninety", once agreed: "We will do the six for ninety". */
function termIn(clause: string, { speaker }: Sentence, sure: boolean): string | null {
  const plain = clause
    .replace(
      /^(i|we|you)(?:'d| would| could| can|'ll) (?!like|love|say|rather|need|want|hate|prefer|be )(?=[a-z])/i,
      '$1 will ',
    )
    .replace(priced, 'the price is ');
  if (unsettled.test(plain) || loose.test(plain) || !(sure || settles.test(plain))) return null;
  // "We call them", "we will do ninety-five": it is not known of what.
  if (sure && contentWords(plain).filter((word) => !hasFigure(word) && !lightVerb.test(word)).length < 2) return null;
  return statedBy(plain, speaker);
}

const lightVerb =
  /^(?:do|does|make|makes|put|take|takes|have|has|got|pay|pays|call|keep|good|fine|settled|start|starts|other|both|per|cent)$/;

const priced =
  /^it(?:'s|'d be| is| would be) (?!.{0,60}\b(?:hours?|minutes?|miles|kilometers|degrees)\b)(?=.{0,60}(?:[$€£]|\b(?:dollars|euros?|pounds|rand|francs|soles|shekels|rupees|each|a (?:month|year|head|piece))\b))/i;
// One side's small doings are no terms: "I'll keep it in the car".
const settles =
  /^(?:(?:i|we|you) (?:will )?(?:pay|get|take|keep|replace|deliver|include|install|cover|guarantee|hold|haul|start|hire|lease|buy|sell|rent|charge|credit|refund|waive|add|throw in|drop|reduce|cut|cap|fix|extend|renew|run|do|make|put|pencil|reserve|swap|split|leave|settle|give)\b(?! (?:both|him|her|us|yes|a yes)\b)(?! (?:it|that|this|them|those) (?!.{0,80}(?:\d|ed\b|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen\w*|\w+ty\w*|hundred|thousand|first)\b)))|(?:the|your|our|my) (?:\w+ ){0,2}(?:price|prices|fee|rent|deposit|discount|rate|minimum|term|contract|notice|delivery|deliveries|warranty|payment|first|second|rest|balance|installation|training|freight|transport) (?:is|are|stays?|runs?|lasts?|starts?|comes?|costs?|includes?|covers?|will|would be)\b|(?:\w+ ){1,6}(?:costs?|includes?|(?:is|are) (?:included|covered|free|payable|paid))\b)/i;

// Reported, thought, denied or left open: nothing that both settled.
const unsettled =
  /\b(?:was|were|wasn't|weren't|had|did|didn't|said|says|told|thought|counted|been|never|rather|think|know|hope|guess|suppose|don't|doesn't|isn't|aren't|can't|cannot|won't|wouldn't|not|maybe|perhaps|probably|if|what|who|why|how|whether|because|sorry|sure|want|wants|wish|already|just|say|prefers?|looking|got|love|please|don't)\b/i;
const loose =
  /^(?:it(?!'s|'d be| is| would)|that|this|there|these|those|he|she|they|who|which|everybody|nobody)\b|\b(?:it|that|them|him|her|one)$/i;
/** Turns that follow each other settle one matter: the last words on it count. */
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
