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

/** What is done by talking to somebody, at a time of both. */
export const talks: ReadonlySet<string> = new Set(['call', 'schedule']);

/** The same object, or words that mean the same; "I'll do that" is what was talked about a moment ago. */
export function sameDeed(known: Mention, mention: Mention, { likeness: likenessOf }: Understanding): boolean {
  const distance = mention.sentence.turn - known.sentence.turn;
  const apart = /\b(?:also|too|as well|another)\b/.test(mention.sentence.text);
  const likeness = likenessOf(known.sentence, mention.sentence);
  const shared = [...mention.topics].filter((topic) => known.topics.has(topic)).length;
  const sameKind = known.deed?.kind === mention.deed?.kind;
  // "I'll change the mileage and send it for signature" is one matter.
  const goesOn = mention.sentence.index === known.sentence.index + 1 && distance === 0;
  if (goesOn && withThat.test(mention.sentence.text)) return true;
  // "I'll draft it." "And send it to Denise, too."
  if (distance <= 1 && (sameKind || mention.deed?.kind === 'send') && refersBack(mention)) return true;
  if (apart && shared === 0) return false;
  if (mention.topics.size === 0) return distance <= 3 && (sameKind || distance <= (refersBack(mention) ? 2 : 1));
  if (known.topics.size === 0) return distance <= 1 && sameKind && (known.deed?.kind !== 'other' || likeness >= 0.3);
  return likeness >= 0.72 || (shared > 0 && (sameKind || distance <= 2) && likeness >= 0.3);
}

/** Talking to somebody and handling papers are never one deed. */
export function differ(known: Mention, mention: Mention): boolean {
  const kind = ({ deed }: Mention) =>
    deed === null || deed.kind === 'other' || deed.kind === 'ask' ? null : talks.has(deed.kind);
  const [left, right] = [kind(known), kind(mention)];
  return left !== null && right !== null && left !== right;
}

function refersBack({ deed }: Mention): boolean {
  return (
    deed !== null &&
    /^\S+(?: over| up| off| out)? (?:it|that|this|them|those|these|both)\b|^(?:revert|update|get back|come back|check|confirm|look)(?: to (?:you|me|us))? (?:on|about|with|into) (?:it|that|this|these|those|them)\b/i.test(
      deed.words,
    )
  );
}

// "It'll be in your inbox tonight", "you'll have that tomorrow".
const withThat =
  /^(?:(?:and|then|so)\s+)*(?:(?:it|they|that|those)(?:'ll| will)\b|you(?:'ll| will|'d| would)? (?:have|get) (?:it|that|them|those|both)\b)|^(?:(?:and|then)\s+)*(?!(?:i|we|you|he|she|they)\b)[a-z]+(?: over| up| out)? (?:it|that|them)\b/;
