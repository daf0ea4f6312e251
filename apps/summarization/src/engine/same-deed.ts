import type { Understanding } from './acts/understanding.ts';
import type { Deed } from './deeds.ts';
import type { Sentence } from './dialogue.ts';
import type { DateMention } from './due-date.ts';
import type { Move } from './moves.ts';

/** One thing said about something to be done: its words and what they are about. */
export interface Mention {
  readonly sentence: Sentence;
  readonly move: Exclude<Move, null>;
  readonly deed: Deed | null;
  readonly topics: ReadonlySet<string>;
  readonly date: DateMention | null;
}

/** What is done by talking to a person, at a time of both. */
export const talks: ReadonlySet<string> = new Set(['call', 'schedule']);

/** The same object, or words that mean the same; "I'll do that" is what was talked about a moment ago. */
export function sameDeed(known: Mention, mention: Mention, { likeness: likenessOf }: Understanding): boolean {
  const distance = mention.sentence.turn - known.sentence.turn;
  const apart = /\b(?:also|too|as well|another)\b/.test(mention.sentence.text);
  const likeness = likenessOf(known.sentence, mention.sentence);
  const shared = [...mention.topics].filter((topic) => known.topics.has(topic)).length;
  // "I'll ring him on Monday" is not what was asked for, but a step towards it.
  if (toPerson.test(mention.deed?.words ?? '') && !persons.has(known.deed?.kind ?? 'other')) return false;
  const sameKind = known.deed?.kind === mention.deed?.kind;
  // "I'll change the mileage and send it for signature" is one matter.
  const goesOn = mention.sentence.index === known.sentence.index + 1 && distance === 0;
  if (goesOn && withThat.test(mention.sentence.text)) return true;
  // "I'll draft it." "And send it to Denise, too."
  if (distance <= 1 && (sameKind || mention.deed?.kind === 'send') && refersBack(mention)) return true;
  if (distance <= 3 && youHaveThat.test(mention.sentence.text)) return true;
  const sends = mention.deed?.kind === 'send' && !differ(known, mention);
  if (distance === 2 && refersBack(mention) && (sends || (sameKind && mention.deed?.kind !== 'other'))) return true;
  if (apart && shared === 0) return false;
  if (mention.topics.size === 0) return distance <= 3 && (sameKind || distance <= (refersBack(mention) ? 2 : 1));
  if (known.topics.size === 0) return distance <= 1 && sameKind && (known.deed?.kind !== 'other' || likeness >= 0.3);
  return likeness >= 0.72 || (shared > 0 && (sameKind || distance <= 2) && likeness >= 0.3);
}

/** Talking to a person and handling papers are never one deed. */
export function differ(known: Mention, mention: Mention): boolean {
  const kind = ({ deed }: Mention) =>
    deed === null || deed.kind === 'other' || deed.kind === 'ask' ? null : talks.has(deed.kind);
  const [left, right] = [kind(known), kind(mention)];
  return left !== null && right !== null && left !== right;
}

/** "Send it over", "look into that": what it is about was said before. */
export function refersBack({ deed }: Mention): boolean {
  return (
    deed !== null &&
    /^\S+(?: over| up| off| out)? (?:it|them|(?:that|this|those|these|both)(?=\W*$|\s*[,.;:!?]| (?:over|to|by|on|at|in|into|from|for|with|and|so|before|after|tonight|today|tomorrow|back|up|off|out|now|first|as|next|this|early|when|once|until|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b))(?![\w'])|^(?:revert|update|get back|come back|check|confirm|look)(?: to (?:you|me|us))? (?:on|about|with|into) (?:it|that|this|these|those|them)\b/i.test(
      deed.words,
    )
  );
}

const toPerson =
  /^(?:ring|call|phone|ask|tell|text|email|chase|talk to|speak to|speak with|get on to) (?:him|her|them)\b/i;
const persons: ReadonlySet<string> = new Set(['call', 'ask', 'send', 'schedule']);

const youHaveThat =
  /^(?:(?:and|then|so|yes|yeah|okay|ok)[\s,]+)*you(?:'ll| will| should) (?:have|get) (?:it|them|(?:that|those|both)(?! [a-z]+ (?:by|on|to|tonight|today|tomorrow)\b))(?![\w'])/;

// "It'll be in your inbox tonight", "you'll have that tomorrow".
const withThat =
  /^(?:(?:and|then|so)\s+)*(?:(?:it|they|that|those)(?:'ll| will)\b|you(?:'ll| will|'d| would)? (?:have|get) (?:it|that|them|those|both)\b)|^(?:(?:and|then)\s+)*(?!(?:i|we|you|he|she|they)\b)[a-z]+(?: over| up| out)? (?:it|that|them)\b/;
