import type { Dialogue, Sentence } from '../dialogue.ts';
import { followed } from '../followed.ts';

/** What the rep asks. Courtesies and tags ("How are you?", "Right?") are no questions; a request to tell is one. */
export function questionsIn({ sentences }: Dialogue): readonly Sentence[] {
  return sentences.filter((sentence) => sentence.speaker === 'rep' && isQuestion(sentence));
}

/** Asks for reasons, effects, amounts, worries, or who else has a say. */
export function goesDeep({ text }: Sentence): boolean {
  return deep.test(text);
}

function isQuestion({ text, raw, question, words }: Sentence): boolean {
  if (words < 2 || courtesy.test(text) || tag.test(text)) return false;
  const punctuated = /[.!?…]["'”’)\]]*$/.test(raw);
  if (!punctuated && followed(explanation, /\b(?:is|was)\b/, text)) return false;
  return question || tells.test(text) || (!punctuated && asksLater.test(text));
}

const tells =
  /\b(?:tell me (?:more|about|how|what|why|a (?:bit|little))|talk me through|walk me through|take me through|help me understand|describe (?:how|what|your|the)|(?:can|could|would|will) you (?:tell|describe|explain|share)|(?:i'?d|i would) (?:love|like) to (?:hear|understand|know|learn)|(?:curious|wondering) (?:how|what|why|about))\b/;
const deep =
  /\bwhat (?:worries|would worry|bothers|concerns|stops|would stop|could stop|is stopping|holds|matters|else|happens|happened|would (?:have|need) to|would it take)\b|\bwhat's (?:the (?:worst|biggest|hardest|most|main)|stopping|holding|missing|behind)\b|\banything else\b|\bhow (?:often|long|much|many)\b|\bcosts? (?:you|when|if)\b|\bwhy\b|\bwho (?:else|decides|signs|will|has to)\b/;
const courtesy =
  /\bhow (?:are you|are things|have you been|(?:is|was) (?:your|the) (?:day|week|weekend|holiday|morning))\b|\bhow'?s (?:it going|everything|life|things|(?:your|the) (?:day|week|weekend|weather|family))\b|\b(?:can|do) you (?:hear|see) (?:me|us)\b|\bare you (?:still )?there\b|\bhow do you do\b/;
const tag =
  /^(?:(?:and|so|but|okay|ok|oh|well)[\s,]+)*(?:right|ok|okay|yeah|yes|no|really|sorry|pardon|hello|see|fair|fair enough|you know|you see|makes? sense|sound good|sounds good|is that (?:right|ok|okay|fair)|does that make sense|am i right)\W*$/;
// "What we do is …" starts like a question.
const explanation = /\b(?:what|how|why|where) (?:i|we|they|he|she|it|you) /;
// Speech without punctuation: a question may start in the middle of it.
const asksLater =
  /\b(?:what|how|why|where|when|who) (?:is|are|do|does|did|would|will|could|can|have|has) (?:you|it|that|they|the|your|there)\b|(?:^|\b(?:and|so|but|or|then|okay|ok|right|yeah|yes|no|well|now|sure|great|good|perfect|grand|thanks|sorry|enough|that|this|morning|afternoon|hello|hi) )(?:do|does|did|have|is|are|would|could|can|will|was|were) (?:you|it|there|they|your|this|we|i)\b/;
