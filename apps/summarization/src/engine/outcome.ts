import type { Commitment } from './commitments.ts';
import type { Decision } from './decisions.ts';
import type { Dialogue, Sentence } from './dialogue.ts';
import type { Outcome } from './summary-engine.ts';

export interface FoundOutcome {
  readonly outcome: Outcome;
  /** What decided it; the last words of the call when nothing did. */
  readonly evidence: readonly Sentence[];
}

/** The prospect's last clear word counts; praise before a no is not a yes, and a brush-off that ends in an appointment is not a no. */
export function findOutcome(
  dialogue: Dialogue,
  commitments: readonly Commitment[],
  decisions: readonly Decision[],
): FoundOutcome {
  const yes = dialogue.sentences.findLast(agreesToBuy);
  const no = dialogue.sentences.findLast((sentence) => declines(sentence));
  if (no !== undefined && no.index > (yes?.index ?? -1)) return { outcome: 'lost', evidence: [no] };
  if (yes !== undefined) return { outcome: 'won', evidence: [yes] };
  const brushOff = dialogue.sentences.findLast(brushesOff);
  const appointments = decisions.filter((decision) => decision.appointment).flatMap((decision) => decision.evidence);
  const steps = [...commitments.flatMap((commitment) => commitment.evidence), ...appointments];
  const step = steps.sort((left, right) => right.index - left.index)[0];
  if (brushOff !== undefined && (step?.index ?? -1) < brushOff.index) return { outcome: 'lost', evidence: [brushOff] };
  if (step !== undefined) return { outcome: 'follow_up', evidence: [step] };
  return { outcome: 'no_outcome', evidence: dialogue.sentences.slice(-1) };
}

/** A clear yes to buy, said by the prospect without an if. */
export function agreesToBuy(sentence: Sentence): boolean {
  if (sentence.speaker !== 'prospect' || sentence.question || doubtful.test(sentence.text)) return false;
  return purchase.test(sentence.text);
}

function declines(sentence: Sentence): boolean {
  return (
    sentence.speaker === 'prospect' &&
    !sentence.question &&
    clearNo.test(sentence.text) &&
    !aboutOthers.test(sentence.text)
  );
}

function brushesOff(sentence: Sentence): boolean {
  return sentence.speaker === 'prospect' && !sentence.question && shortNo.test(sentence.text);
}

const doubtful =
  /\b(?:if|unless|whether|not|n't|before|once|when|until|almost|maybe|might|could|would|cannot|cant|someday|eventually|thinking|i think|let me (?:talk|check|ask)|sample|draft|last time|other (?:vendor|company|provider))\b|n't\b/;
const purchase = new RegExp(
  [
    String.raw`\b(?:i'?m|we'?re|i am|we are) (?:\w+ )?(?:ready|happy|good|prepared|comfortable|willing|set) (?:to (?:move forward|go ahead|proceed|sign|buy|get started|commit)|approving|signing)`,
    String.raw`\b(?:let'?s|we'?ll|we will|i'?ll|we'?re going to|we want to|i want to|we'?d like to|i'?d like to) (?:move forward|go ahead|proceed|sign|buy|get (?:it|this|that) signed|place (?:the|an) order|get (?:started|moving|going) with|make it official|get the paperwork)\b|\blet'?s get moving\b`,
    String.raw`\bwe'?ll (?:take it|go with you|go for it)\b|\bi'?ll take it\b|\bcount (?:us|me) in\b|\bwe'?re in\b|\byou(?:'ve| have)? got (?:a|yourself a) deal\b|\bit'?s a deal\b|\bwhere do (?:i|we) sign\b`,
    String.raw`\b(?:send|get)(?: me| us)?(?: over)? (?:the|that|your) (?:contract|agreement|order form|paperwork)\b|\bwe(?:'ve| have) decided to (?:go with you|go ahead|buy|move forward)\b|\bi(?:'ve| have)? (?:just )?signed (?:it|the)\b|\bconsider (?:it|this) (?:a yes|sold)\b`,
  ].join('|'),
);
const clearNo = new RegExp(
  [
    String.raw`\b(?:we|i)(?:'ve| have)? (?:decided|chosen|chose|opted|agreed) (?:to (?:go|stay|stick) with (?!you\b)|against|not to|to pass|to (?:go|move) (?:in )?(?:a|another) )`,
    String.raw`\b(?:we'?re|i'?m|we are|i am) (?:going|staying|sticking) (?:with (?!you\b)(?:another|someone|somebody|a different|our (?:current|existing)|what we have|the other|\p{L}+$)|in (?:a|another) (?:different )?direction)`,
    String.raw`\b(?:going to|have to|we'?ll|i'?ll|i'?m gonna|we'?re gonna) (?:pass|decline)\b|\bnot (?:going to|gonna) (?:move forward|go ahead|proceed|buy|sign|work out|happen|be moving)|\bwon'?t be (?:moving|going|proceeding|buying|needing|able to (?:move|go))|\bnot moving forward\b`,
    String.raw`\b(?:take|remove) (?:me|us|my \w+|our \w+) (?:off|from)\b|\b(?:don'?t|stop|do not) (?:call|calling|contact|contacting) (?:me|us|here|again|anymore)|\b(?:going to|gonna|we'?ll|we will|rather) (?:stay|stick) with (?!you\b)|\bthe decision(?:'s| is| has been) made\b|\bit'?s a no\b|\bthe answer is no\b|\bnot a (?:good )?fit\b|\bsigned with (?!you\b)\w+|\bwent with (?:another|someone|somebody|a different|the other)`,
  ].join('|'),
  'u',
);
const aboutOthers = /\b(?:renew|current vendor|them)\b|\bif\b/;
const shortNo =
  /\bnot (?:really |that |very )?interested\b|^no,? (?:thank you|thanks)\b|\bhangs up\b|\b(?:don't|do not|dont) (?:really )?have time for this\b|\bplease don'?t (?:call|contact)\b/;
