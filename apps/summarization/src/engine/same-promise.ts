import type { Commitment } from './commitments.ts';
import { topicsIn } from './topic-words.ts';
import { kindOf } from './verbs.ts';
import { asVerb } from './wording.ts';

/**
 * The same words for the same side are one promise, said again: the last day counts and the fuller words stay. What both sides would
 * do with the same thing is done by the side that is surer; without weights by both.
 */
export function withoutRepeated(
  commitments: readonly Commitment[],
  weight: ((one: Commitment) => number) | null,
): readonly Commitment[] {
  const kept: Commitment[] = [];
  for (const one of commitments) {
    const at = kept.findIndex((known) => (weight !== null || known.owner === one.owner) && isSame(known, one));
    const known = kept[at];
    if (known === undefined) kept.push(one);
    else if (known.owner === one.owner) kept[at] = joined(known, one);
    else if (weight !== null && weight(one) > weight(known)) kept[at] = one;
  }
  return kept;
}

const sides: ReadonlySet<string> = new Set([...topicsIn('rep'), ...topicsIn('prospect')]);
const wordsOf = ({ description }: Commitment): ReadonlySet<string> =>
  new Set([...topicsIn(description.toLowerCase().replace(/^\S+/, ''))].filter((word) => !sides.has(word)));

function isSame(known: Commitment, one: Commitment): boolean {
  const [left, right] = [wordsOf(known), wordsOf(one)];
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  if (few.size === 0 || kindOf(asVerb(known.description)) !== kindOf(asVerb(one.description))) return false;
  const isWithin = [...few].every((word) => many.has(word));
  return known.owner === one.owner ? isWithin : isWithin && few.size === many.size && gives.test(one.description);
}

const gives = /^(?:send|email|e-mail|mail|forward|give|bring|share|get|text|post)\b/i;

function joined(known: Commitment, one: Commitment): Commitment {
  const { description } = wordsOf(one).size > wordsOf(known).size ? one : known;
  return {
    description,
    owner: known.owner,
    due: one.due ?? known.due,
    evidence: [...new Set([...known.evidence, ...one.evidence])],
  };
}
