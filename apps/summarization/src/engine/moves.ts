import type { ActScores } from './acts/heads.ts';
import type { Understanding } from './acts/understanding.ts';
import { deedOf, offersSlot } from './deeds.ts';
import type { Sentence } from './dialogue.ts';
import { followed } from './followed.ts';
import { anotherTalk } from './topic-words.ts';
import { otherSide } from './wording.ts';

/** From which likelihood on a sentence counts as doing something; set on the calls in `evaluation/calls/development`, and looked at on those in `validation`. */
export const thresholds = {
  promise: 0.35,
  /** With "I'll" and a deed in it. */
  plainPromise: 0.2,
  /** Where no words say what is to be done. */
  promiseWithoutDeed: 0.85,
  /** For "shall I come by on Tuesday?". */
  appointment: 0.4,
  request: 0.4,
  acceptance: 0.3,
  refusal: 0.45,
  retraction: 0.5,
  /** From which likelihood on the reader alone makes a promise or a request of a clause with a deed in it. */
  readPromise: 0.8,
  /** What the weights of what is listed have to reach. Chosen on the validation calls of the corpus. */
  action: 0.7,
  objection: 0.85,
  /** From which likelihood on the words alone make an objection. */
  plainObjection: 0.8,
  plainObjectionInFewLines: 0.25,
  decision: 0.6,
  /** Of a term that turns settle together. */
  term: 0.9,
  /** For each of the turns that settle a term together. */
  settledTerm: 0.4,
  /** From which likelihood on any clause with an object states it. */
  plainDecision: 0.6,
  /** From which likelihood on a clause belongs to an objection. */
  doubt: 0.1,
  answer: 1,
  answerInFewLines: 0.8,
  proposal: 0.3,
  agreement: 0.3,
  /** Agreement and what it agrees to, together. */
  settled: 0.63,
  /** How much the repetition of the other side's words adds to agreement. */
  echo: 0.4,
  /** For what was talked about for a while before the other side agrees. */
  openProposal: 0.6,
  lateAgreement: 0.5,
  /** Less than this, and it is the speaker's own doing or a request rather than something for both. */
  put: 0.05,
  purchase: 0.35,
  rejection: 0.35,
  /** For the word that ends a sale either way, on a short call and on one of twenty minutes and longer. */
  lastWord: 0.1,
  lastWordOnLongCall: 0.4,
  /** Praise of the offer. */
  pitch: 0.2,
} as const;

/** What the speaker of a sentence does about something to be done. */
export type Move = 'promise' | 'offer' | 'request' | null;

const offersItself =
  /\bif (?:i|we) (?:sent|gave|put|came|dropped|popped|booked|arranged|brought|showed|called|rang|emailed|got)\b|\b(?:(?:shall|will|should|could|can|may|how about|what if) i|i (?:can|could)|we (?:can|could)|(?:want|like) me to)\b/;
// "If you sign, we'll …" hangs on the sale; "if you like" and "see if" do not.
const saleCondition =
  /(?<!\b(?:see|check|ask|know|wonder|find out|asked|out) )\b(?:if|unless|assuming|provided|suppose|supposing)\b(?! (?:you(?:'d| would)? (?:like|want|prefer|could|can)|that (?:helps|suits|works|is okay)|possible|it helps))/;

// What is promised for the case of a sale is no promise yet.
export const onceSold =
  /\b(?:if|once|when|as soon as|after|the moment|should|unless) you(?:'re| are|'ve| have|'d)?(?: all)? ?(?:sign|signed|decide|decided|approve|buy|bought|go ahead|go live|live|started?|come on ?board|become|join|commit|choose|take|took|order(?:ed)?|ready|get started|move forward)\b/;
const told = /\b(?:said|says|told|promised|mentioned|thought|claimed|was going to|were going to)\b/;
const toldOf = /\b(?:will|'ll|would|to)\b/;
const toldBefore = (text: string) => text.split(/[,;]/).some((part) => followed(told, toldOf, part));

// "If he doesn't come back, I'll measure it myself": only in that case.
const contingent = /\bif (?:he|she|they|it|that) (?:doesn't|don't|can't|isn't|aren't|won't|hasn't|haven't|didn't)\b/;

export function moveOf(sentence: Sentence, understanding: Understanding): Move {
  const move = saidMove(sentence, understanding) ?? readMove(sentence, understanding);
  return move !== null && givesOwn.test(sentence.text) ? 'promise' : move;
}

// "And you get my redline": the one whose it is sends it.
const givesOwn = /\byou(?:'ll| will)? (?:get|have|receive) (?:my|our) /;

/** What the words alone do not show, but the call around them does. */
function readMove(sentence: Sentence, { carries, scoresOf }: Understanding): Move {
  const { speaker, text, question } = sentence;
  // The day of another talk is no day of what was promised, and what both are to do is a proposal.
  if (
    question ||
    anotherTalk.test(text) ||
    forBoth.test(text) ||
    isNoMove(sentence, scoresOf(sentence)) ||
    deedOf(sentence) === null
  )
    return null;
  if (carries(sentence, `action_${speaker}`, 'action') >= thresholds.readPromise) return 'promise';
  return carries(sentence, `action_${otherSide(speaker)}`, 'action') >= thresholds.readPromise ? 'request' : null;
}

const forBoth = /\b(?:let us|let's|shall we|why don't we|we could|we can|we should)\b/;

/** Too little, reported of others, given in on, or only for the case of a sale. */
function isNoMove(sentence: Sentence, scores: ActScores): boolean {
  const { text, words } = sentence;
  return (
    words < 3 ||
    isTalkOnly(scores, sentence) ||
    onceSold.test(text) ||
    contingent.test(text) ||
    promisesNothing.test(text) ||
    asksToTell.test(text) ||
    concedes.test(text) ||
    toldBefore(text) ||
    takesBackInWords(sentence, scores)
  );
}

function saidMove(sentence: Sentence, { scoresOf }: Understanding): Move {
  const scores = scoresOf(sentence);
  const { commitment, request } = scores;
  if (namesSlot(sentence)) return 'offer';
  if (isNoMove(sentence, scores)) return null;
  if (namesOthersPart.test(sentence.text) && Math.max(request, commitment) >= thresholds.plainPromise) return 'request';
  if (needsFromOther.test(sentence.text) && Math.max(request, commitment) >= thresholds.request) return 'request';
  const own = ownDoing.test(sentence.text) && !asksOther.test(sentence.text);
  if (request >= thresholds.request && request >= commitment && !own)
    return ownWish.test(sentence.text) ? 'offer' : 'request';
  const meets = Math.max(scores.proposal, scores.next_step) >= thresholds.appointment;
  const deed = deedOf(sentence);
  // An offer counts only once it is accepted, so the words will do.
  const tangible = deed !== null && (['send', 'call', 'schedule', 'ask'].includes(deed.kind) || comes.test(deed.words));
  if (offersItself.test(sentence.text) && (commitment >= thresholds.plainPromise || meets || tangible)) return 'offer';
  const plain = plainPromise.test(sentence.text) && deed !== null && deed.kind !== 'other';
  // "I'll write." names a verb and nothing more.
  const bare = deed === null || (deed.kind !== 'call' && !/\S\s+\S/.test(deed.words.trim()));
  const enough = bare ? thresholds.promiseWithoutDeed : plain ? thresholds.plainPromise : thresholds.promise;
  if ((own ? Math.max(commitment, request) : commitment) < enough) return null;
  return sentence.question ? 'offer' : 'promise';
}

// "I'd like to see the list" asks the other side; "I'd love to show you" is the speaker's own doing.
const ownWish =
  /\b(?:i|we)(?:'d| would)? (?:really )?(?:like|love|want) to (?:show|do|make|set|introduce|invite|propose|send|bring|walk|run|tailor|come|offer|give)\b/;

const comes =
  /^(?:bring|come|visit|deliver|install|fit|collect|pick up|drop|be (?:there|with you|round|on site)|get \S+ (?:round|over|out|down))\b/i;
// "Jordan can swing past on Thursday."
const sendsSomebody =
  /\b(?!(?:it|you|that|this|which|who|they|customers?|clients?|users?|people|anyone|everyone|somebody|someone|nobody|i|we)\b)[a-z'-]{1,30} (?:can|could|might) (?:be (?:there|round|over|with you|on site)|come|swing|drop|pop|pick (?:it|that|them) up|grab|collect|deliver|install|visit)\b|\b(?:i|we) (?:can|could) (?:get|have) [\w'-]{1,30} (?:round|over|out|down|up|there|in)\b/;
const someDay =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|the morn|today|next week|\d{1,2}(?:st|nd|rd|th)|(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|\w+(?:teenth|tieth)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)\b/;

/** A day on which a person could come: an offer by its words alone, because it counts only once it is accepted. */
function namesSlot({ text, words }: Sentence): boolean {
  return (
    words >= 3 && !onceSold.test(text) && ((sendsSomebody.test(text) && someDay.test(text)) || offersSlot.test(text))
  );
}

const asksToTell =
  /\bhow (?:can|could|may) (?:i|we)\b|\bplease (?:just )?tell me\b|\b(?:can|could|may|might) (?:i|we) (?:just |quickly )?ask (?!you to\b)(?:what|who|why|how|which|when|where|if|whether|you)\b|\b(?:can|could|would|will) you (?:just |please |maybe |quickly )?(?:tell|explain|describe|show|remind|walk|talk) (?:me|us)\b/;
// Terms that one side gives in on: something to settle, nothing to do.
const concedes =
  /\b(?:i|we)(?:'?ll| will|'d| would| can| could|'m going to|'re going to) (?:\w+ )?(?:throw (?:in|\S+(?: \w+){0,3} in)\b|knock\b.{0,40}\boff\b|take \S+ (?:per ?cent|percent|pounds|dollars|euros)?\b.{0,20}\boff\b|(?:do|let you have|give) (?:you )?(?:it|that|them|one year|the \w+) (?:for|at) [a-z]*(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty\b))|\b(?:for (?:nothing|free)|free of charge|on the house)\b(?=[\s.!]*$)/;
const promisesNothing =
  /\b(?:usually|normally|typically|see what (?:i|we) can do|do (?:my|our) (?:very )?best|leave (?:it|that|this|you) (?:with|to) (?:you|it|that)\b|let you (?:go|get (?:on|back)))\b/;

// "I'll need an invoice" asks for one; "let me ask head office" asks neither side of the call.
const needsFromOther =
  /\b(?:i|we)(?:'ll| will|'d| would)? (?:also |just |still )?need (?:an?|the|your|some|those|copies of|something|one more)\b(?! (?:\w+ )?(?:day|days|week|weeks|weekend|bit|moment|minute|couple|few|while|month|think|break)\b)/;
const ownDoing =
  /^(?:(?:and|so|then|okay|ok|well|right|yes|yeah|sure|no)[\s,]+)*(?:let me (?!know|have\b)|i'?ll (?!need)|i will (?!need)|we'?ll (?!need))/;
const asksOther = /\b(?:please|(?:can|could|would|will) you|you to|need you|if you)\b/;

// "And you forward the form": said of the other side, as in a recap.
const namesOthersPart =
  /^(?:(?:and|so|then|plus|okay|ok)[\s,]+)*you(?:'ll| will|'re going to)? (?:send|forward|email|mail|call|ring|(?<!'ll |will |to )get(?! (?:it|that|them|this|those|both)\b(?! (?:signed|done|approved|back|over)))|share|book|bring|check|talk to|speak to|sign|fill|confirm|review|look at|come back)\b/;

// Words that promise by themselves, so that less likelihood will do.
const plainPromise = /\blet me (?:get|come) back\b|\b(?:i'?ll|i will|we'?ll|we will|(?:he|she|they)(?:'ll| will))\b/;

function isTalkOnly(scores: ActScores, sentence: Sentence): boolean {
  const deed = Math.max(scores.commitment, scores.request);
  const talk = Math.max(scores.pitch, scores.past, scores.small_talk, scores.hypothetical, scores.rejection);
  return talk > deed || (saleCondition.test(sentence.text) && scores.hypothetical > 0.15);
}

/** Whether a sentence says yes to what the other side has just put to it; the speaker's own deed is a yes to a request alone. */
export function saysYes(sentence: Sentence, { scoresOf }: Understanding, toRequest = true): boolean {
  const { acceptance, agreement, refusal, retraction, rejection, commitment } = scoresOf(sentence);
  const promised = toRequest && commitment >= thresholds.promise ? commitment : 0;
  const yes = Math.max(acceptance, agreement, promised);
  const words = plainYes.test(sentence.text) || (sentence.words <= 10 && suits.test(sentence.text));
  if (!sentence.question && words && !reserved.test(sentence.text))
    return Math.max(refusal, retraction, rejection) < 0.3;
  return yes >= thresholds.acceptance && yes > Math.max(refusal, retraction);
}

const plainYes =
  /^(?:(?:oh|ah|um|uh|er|well|hm+|and|so|okay|ok|yeah|yes)[\s,.]+)*(?:yes|yeah|yep|yup|aye|sure|of course|absolutely|definitely|certainly|perfect|great|lovely|brilliant|super|wonderful|excellent|sounds (?:good|great|fine|perfect)|that (?:works|suits|makes sense)|works for (?:me|us)|please do|do that|go (?:on|ahead|for it)|will do|can do|no (?:problem|worries|bother)|you got it|that(?:'d| would) be (?:good|great|lovely|perfect|amazing|helpful|really \w+|very \w+|fine|ideal|brilliant)|that's (?:fine|perfect|great|lovely|good|better|no problem)|it is)\b|^(?:(?:okay|ok|alright|all right|fine|noted|got it|understood)[\s,.]*){1,3}$/;
const suits = /\b(?:that (?:works|makes sense|suits)|works for (?:me|us)|sounds good|that'd work|that'll do)\b/;
const reserved = /\b(?:but|though|except|no(?! (?:problem|worries|bother|rush))|not|never|later|wait)\b|n't\b/;

export function saysNo(sentence: Sentence, { scoresOf }: Understanding): boolean {
  const { acceptance, agreement, refusal, rejection } = scoresOf(sentence);
  return Math.max(refusal, rejection) >= thresholds.refusal && refusal > Math.max(acceptance, agreement);
}

const takingBack =
  /\b(?:scratch that|never ?mind|hold off|no need to|don't (?:bother|send|book|call)|i take that back|cancel that|forget (?:about )?(?:the|it|that|what i))\b/;

const plainlyTaken = /\b(?:scratch that|don't bother|cancel that|i take that back)\b/;

function takesBackInWords(sentence: Sentence, { retraction }: ActScores): boolean {
  return takingBack.test(sentence.text) && (retraction >= 0.1 || plainlyTaken.test(sentence.text));
}

export function takesBack(sentence: Sentence, { scoresOf }: Understanding): boolean {
  const { retraction, commitment, request } = scoresOf(sentence);
  const meant = retraction >= thresholds.retraction && retraction > Math.max(commitment, request);
  return meant || takesBackInWords(sentence, scoresOf(sentence));
}
