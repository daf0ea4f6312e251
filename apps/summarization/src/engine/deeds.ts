import type { Sentence } from './dialogue.ts';
import { kindOf } from './verbs.ts';
import { decapitalised } from './wording.ts';
import type { ActionKind } from './verbs.ts';

/** The words of a sentence that name what is to be done. Whether it is promised, asked for or neither is not decided here. */
export interface Deed {
  readonly sentence: Sentence;
  readonly kind: ActionKind;
  /** From the verb on, in its base form, as said: "send you the contract on Friday". */
  readonly words: string;
  /** Where `words` begins in the sentence; null where the verb had to be exchanged. */
  readonly start: number | null;
  /** The third person who is to do it ("our IT guy"), as said; null for the speakers themselves. */
  readonly doer: string | null;
}

const adverbs = String.raw`(?:(?:also|just|definitely|certainly|probably|quickly|then|personally|gladly|actually|maybe|ever|please|kindly|still|first|all|really|go ahead and|make sure (?:to|i|we|you)|make a note to|be sure to|try to|try and|be able to|of course|only|even|always)\s+)*`;
const self = new RegExp(
  String.raw`\b(?:i'?ll|i will|i shall|we'?ll|we will|we shall|(?:i'?m|we'?re|i am|we are) (?:going to|gonna)|let me|let us|(?:i|we) (?:can|could)|(?:shall|will|should|could|can|may) (?:i|we)|(?:want|like) me to|happy to|glad to|(?:i'?d|we'?d|i would|we would) (?:like to|want to|be happy to)|(?:i|we) (?:need|have|want) to|(?:i|we) must|(?:i'?ve|we'?ve) (?:got )?to|i promise to)\s+${adverbs}(?=[a-z])`,
  'g',
);
const you = new RegExp(
  String.raw`\b(?:(?:can|could|would|will) (?:you|ye)(?: mind)?|you(?:'d| would|'ll| will)? (?:need|have|want|better) (?:to)?|(?:need|like|want|love|ask|have|trouble) (?:you|your \w+) (?:to|for)|if you (?:can|could|would)|please|kindly|and then you)\s+${adverbs}(?=[a-z])`,
  'g',
);
const third = new RegExp(
  String.raw`\b((?:(?:my|our|the|your) (?:[\p{L}'-]+ ){0,3}[\p{L}'-]+|[\p{L}]+|he|she|they))(?:'ll| will|(?: can| could)(?= (?:be there|come|swing|drop|pop|pick|grab|collect|deliver|install|visit)\b)| is going to| are going to|'s going to)\s+${adverbs}(?=[a-z])`,
  'gu',
);
const orderStart =
  /^(?:(?:and|so|then|okay|ok|yes|yeah|sure|well|also|just|right|great|perfect|good|do yeah|\p{L}+,)[\s,]+){0,4}(?=(?:send|mail|email|post|forward|call|ring|text|drop|get|give|put|book|ask|check|share|bring|talk|speak|tell|come|make|take|find|have|address|include|let(?!')|run|write|show|sign|fill|schedule|set up|loop|keep|hold|quote|copy|think|return|mark|remind)\b)/u;
const progressive =
  /\b(?:i'?m|we'?re|i am|we are)\s+(?:just |also |already )?((?!going|gonna|calling because|ringing because|not|being|having|looking|thinking|saying|wondering|hoping|happy)[a-z]{2,}ing)\b/g;
const presentForFuture =
  /\b(?:and )?(?:i|we) (?=(?:send|mail|call|ring|bring|write|come|put|ask|check|make|take|book|talk|speak|get|give|post)\b)/g;
const youReceive =
  /\b(?:you(?:'ll| will|'d| would)?|you can) (?:have|get|receive|see(?! (?:it|that|this|them) (?:on|in)\b))\s+(?=[a-z])|\b(?=(?:be|is|comes|come|coming) (?:in your inbox|with you|to you))/g;

const needs = /\b(?:i|we)(?:'ll| will|'d| would)? (?:also |just |still )?need (?=(?:an?|the|your|some|those|copies)\b)/;

/** What the other side is asked for: "if you could get it back to me, I can still give you the discount". */
export function deedAskedOf(sentence: Sentence): Deed | null {
  const need = needs.exec(sentence.text);
  return (
    found(sentence, [...sentence.text.matchAll(you)], null) ??
    (need === null ? null : exchanged(sentence, `send ${sentence.raw.slice(need.index + need[0].length)}`)) ??
    deedOf(sentence)
  );
}

/** The most telling reading first; null when nothing in the sentence is a deed. */
export function deedOf(sentence: Sentence): Deed | null {
  return (
    found(sentence, [...sentence.text.matchAll(self)], null) ??
    found(sentence, [...sentence.text.matchAll(you)], null) ??
    thirdOf(sentence) ??
    orderOf(sentence) ??
    progressiveOf(sentence) ??
    suggestedOf(sentence) ??
    (offersSlot.test(sentence.text) ? exchanged(sentence, 'do it') : null) ??
    found(sentence, [...sentence.text.matchAll(presentForFuture)], null) ??
    receivedOf(sentence)
  );
}

const talkOfTheCall =
  /^(?:be(?! (?:there|round|on site|onsite|with you|at (?:your|the))\b)|(?:talk|speak) (?:to|with) you(?= soon| then| later|\W*$)|see (?!if|whether|to)|say|think(?! it over)|need|admit|bet|love|like|want|know|hope|guess|assume|understand|do\W*$|do is\b|go\W*$|mean|hear|have (?:a|an|my colleague|to)\b(?! look| word| read)|live|imagine|(?:work|live) with\W*$|sell\W*$|wonder|tell you|show you|explain|recap|summari[sz]e|sum up|start|stop|keep it|be quick|wait|let you (?:go|get on))(?!\w)/;

/** Of several the first that is a deed for afterwards: "I'll be honest, I'll send it". */
function found(sentence: Sentence, matches: readonly RegExpExecArray[], doer: string | null): Deed | null {
  const starts = matches.map((match) => match.index + match[0].length);
  const start = starts.find((at) => !talkOfTheCall.test(sentence.text.slice(at)));
  return start === undefined ? null : deed(sentence, start, doer);
}

const notADoer = /^(?:it|this|that|which|who|what|there|you|we|i|everything|nothing|something|and|but|so|then|one)$/;

function thirdOf(sentence: Sentence): Deed | null {
  for (const match of sentence.text.matchAll(third)) {
    const doer = match[1] ?? '';
    if (notADoer.test(doer)) continue;
    const said = sentence.raw.slice(match.index, match.index + doer.length);
    const named = /^(?:my|our|the|your|he|she|they)\b/.test(doer) || /^\p{Lu}/u.test(said);
    if (named) return deed(sentence, match.index + match[0].length, said);
  }
  return null;
}

function orderOf(sentence: Sentence): Deed | null {
  const match = orderStart.exec(sentence.text);
  return match === null ? null : deed(sentence, match[0].length, null);
}

function progressiveOf(sentence: Sentence): Deed | null {
  const match = [...sentence.text.matchAll(progressive)][0];
  const verb = match?.[1];
  if (match === undefined || verb === undefined) return null;
  const end = match.index + match[0].length;
  return exchanged(sentence, `${baseOf(verb)}${sentence.raw.slice(end)}`);
}

/** "I've got the nineteenth or the twenty-first." */
export const offersSlot =
  /\b(?:i|we)(?:'ve| have) (?:got )?(?:an? (?:slot|space|gap|opening|appointment) (?:on|at|free|tomorrow|this|next)\b|(?:the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|the (?:\d{1,2}(?:st|nd|rd|th)\b|(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|\w+teenth|\w+tieth|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)\b)(?=\W*$|[,.;?]| (?:or|in the|at|all|free|available|open|morning|afternoon|if)\b))/;

const suggested =
  /\bif (?:i|we) (sent|gave|put|came|dropped|popped|booked|arranged|brought|showed|called|rang|emailed|got)\b/;
const bases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sent: 'send',
    gave: 'give',
    put: 'put',
    came: 'come',
    dropped: 'drop',
    popped: 'pop',
    booked: 'book',
    arranged: 'arrange',
    brought: 'bring',
    showed: 'show',
    called: 'call',
    rang: 'ring',
    emailed: 'email',
    got: 'get',
  }),
);

/** "Would it help if I sent you a comparison?" */
function suggestedOf(sentence: Sentence): Deed | null {
  const match = suggested.exec(sentence.text);
  const base = bases.get(match?.[1] ?? '');
  if (match === null || base === undefined) return null;
  return exchanged(sentence, `${base}${sentence.raw.slice(match.index + match[0].length)}`);
}

function receivedOf(sentence: Sentence): Deed | null {
  const match = [...sentence.text.matchAll(youReceive)][0];
  if (match === undefined) return null;
  const rest = sentence.raw.slice(match.index + match[0].length);
  const object = /^(?:be|is|comes?|coming)\b/.test(rest)
    ? sentence.raw.slice(0, match.index).replace(/\s*(?:'ll|will|'s|is)?\s*$/i, '')
    : rest;
  return exchanged(sentence, `send ${decapitalised(object)}`);
}

const deed = (sentence: Sentence, start: number, doer: string | null): Deed => ({
  sentence,
  start,
  doer,
  words: sentence.raw.slice(start),
  kind: kindOf(sentence.text.slice(start)),
});

const exchanged = (sentence: Sentence, words: string): Deed => ({
  sentence,
  start: null,
  doer: null,
  words,
  kind: kindOf(words.toLowerCase()),
});

const withE =
  /^(?:writ|tak|mak|giv|com|hav|arrang|schedul|prepar|shar|organis|organiz|invit|mov|clos|chang|cod|typ|trac|remov|leav|chas|driv|pric|confirm(?=e)|updat|measur|rais|quot|not|us|provid|complet|releas|cancell(?=e)|produc|replac)$/;

/** "sending" → "send", "putting" → "put", "writing" → "write". */
export function baseOf(verb: string): string {
  const stem = verb.replace(/ing$/, '');
  if (withE.test(stem)) return `${stem}e`;
  return /(?:bb|dd|gg|mm|nn|pp|rr|tt)$/.test(stem) ? stem.slice(0, -1) : stem;
}
