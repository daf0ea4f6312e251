import type { Sentence } from './dialogue.ts';
import { bare, isFullClause, runsOn, spokenClauses, type SpokenClause } from './spoken-clauses.ts';
import { indirectQuestion, inThirdPerson } from './third-person.ts';
import type { Speaker } from './summary-engine.ts';
import { isTold } from './well-written.ts';
import { capitalised, decapitalised } from './wording.ts';

/** A clause that can be noted down, with how well it stands alone. */
export interface Told {
  readonly text: string;
  readonly sentence: Sentence;
  readonly weight: number;
}

/** Of what one side said, the clause that says most when alone and is likeliest what is looked for; null where none makes a sentence. */
export function bestTold(
  sentences: readonly Sentence[],
  likely: (sentence: Sentence, clause: string) => number = () => 0,
): Told | null {
  let best: Told | null = null;
  for (const sentence of sentences)
    for (const { clause, ...told } of toldIn(sentence)) {
      const weight = likely(sentence, clause) + told.weight;
      if (best === null || weight > best.weight) best = { text: told.text, sentence, weight };
    }
  return best;
}

/** Objections, decisions, key moments and the overview ask for the same sentences: each is read once. */
function once<Read>(read: (sentence: Sentence) => Read): (sentence: Sentence) => Read {
  const known = new WeakMap<Sentence, Read>();
  return (sentence) => {
    const found = known.get(sentence) ?? read(sentence);
    known.set(sentence, found);
    return found;
  };
}

export const clausesOf = once(({ raw, question }): readonly SpokenClause[] => spokenClauses(raw, question));

const toldIn = once((sentence): readonly { clause: string; text: string; weight: number }[] => {
  const { speaker } = sentence;
  return clausesOf(sentence).flatMap((clause) => {
    const text = clause.question ? askedBy(clause.text, speaker) : statedBy(clause.text, speaker);
    return text === null || !isTold(text)
      ? []
      : [{ clause: clause.text, text, weight: standsAlone(clause.text, clause.question) }];
  });
});

function askedBy(clause: string, speaker: Speaker): string | null {
  if (speaker === 'rep') return offeredBy(clause);
  const indirect =
    isFullClause(clause) && !/^(?:if|when|what|in|but)\b|,/i.test(clause) && clause.split(' ').length <= 14
      ? `whether ${decapitalised(clause)}`
      : indirectQuestion(clause);
  if (
    indirect === null ||
    contentOf(indirect) < 2 ||
    indirect.split(' ').length > longest ||
    runsOn(indirect.split(' '))
  )
    return null;
  return `Asks ${inThirdPerson(indirect, speaker)}`;
}

/** The rep's question is an offer: "Could we do one section?", "You could pay later?" */
function offeredBy(clause: string): string | null {
  const offer =
    /^(?:(?:and|so|but) )?(can|could|shall|should) (?:we|i) (?!ask|know|see|check|get back|tell|say|just ask)/i.exec(
      clause,
    );
  return statedBy(offer === null ? clause : `we could ${clause.slice(offer[0].length)}`, 'rep');
}

const longest = 28;

export function statedBy(clause: string, speaker: Speaker): string | null {
  if (!isFullClause(clause) || clause.split(' ').length > longest || contentOf(clause) < leastContent(clause, speaker))
    return null;
  if (speaker === 'prospect' ? points.test(clause) : praises.test(clause)) return null;
  // "He" and "they" are other people than the reader would think.
  if (/^(?:he|she|they|him|her)\b/i.test(clause)) return null;
  const asking = /^(?:i'm|i am|we're) (?:only |just )?asking (?=(?:why|how|whether|if|what|who|when)\b)/i.exec(
    clause,
  )?.[0];
  if (asking !== undefined) return `Asks ${inThirdPerson(clause.slice(asking.length), speaker)}`;
  return capitalised(inThirdPerson(named(clause), speaker));
}

/** How many content words a clause needs: "We don't repack" says enough, "It's after the beer" does not. */
function leastContent(clause: string, speaker: Speaker): number {
  if (speaker === 'rep' || dear.test(clause)) return 1;
  if (/^(?:it|that|this|these|those|yours|ours|you|he|she|they)\b/i.test(clause)) return 3;
  if (/^(?:i|we)\b/i.test(clause) && refuses.test(clause)) return 1;
  return held.test(clause) || figure.test(clause) ? 2 : 3;
}

const refuses =
  /\b(?:can't|cannot|won't|afford|don't (?:have|need|want|trust|believe|like|see|use|do)|haven't got|not sure|not going to)\b/i;

// "That's what …" points at what is said elsewhere; "that price" does not.
const points =
  /^(?:that|this|these|those)(?:'\w+| (?:is|was|are|were|would|will|has|had|can|could|does|doesn't|isn't|wasn't|makes?|means?|costs?))(?! (?:\w+ ){0,3}(?:expensive|pricey|dear|steep|high|lot of money))/i;

const praises =
  /^(?:that|it)(?:'s| is) (?:a |the |exactly |very |really |such ){0,2}(?:good|great|fair|fine|right|true|lovely|nice|shame|pity|question|point|meeting)\b/i;

/** "It's too expensive": what else than the offer could be. */
function named(clause: string): string {
  return clause.replace(
    dear,
    (_, verb: string, rest: string) =>
      `the ${/^(?:(?:too|very|so|way|far|much|just|rather|quite|really|a bit) ){0,4}(?:expensive|pricey|dear)/i.test(rest) ? 'offer' : 'price'} ${/^'s$/.test(verb.trim()) ? 'is' : verb.trim()} ${rest}`,
  );
}

const dear =
  /^(?:it|that|this)((?:'s| is| was| seems| sounds| looks)) ((?:(?:just|still|way|far|much|a bit|a little|rather|very|too|so|quite|really) ){0,4}(?:expensive|pricey|dear|steep|too high|a lot of money|a lot to pay)\b)/i;

const light = new Set(
  "a an the my your our their his her its this that these those of in on at for with from by to into onto over under about and or but so because if when than as not very too also just only then there here what which who whose where how why whether while until till i me we us you he him she it they them am is are was were be been being have has had do does did can could will would should shall may might must isn't aren't wasn't don't doesn't didn't can't won't wouldn't couldn't haven't hasn't i'm it's that's there's we're they're you're i've we've you've i'd i'll we'll you'll it'll know think say said like want go going get got one thing things something anything nothing yes no well really now out up down off back all any some more".split(
    ' ',
  ),
);

export const contentWords = (text: string): string[] =>
  text
    .split(' ')
    .map(bare)
    .filter((word) => word !== '' && !light.has(word));
export const contentOf = (text: string): number => contentWords(text).length;

const figure =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,6}teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|percent|half|double)\b/i;
export const hasFigure = (text: string): boolean => figure.test(text);
const held =
  /\b(?:too|not|never|no|only|nobody|without|hard|risk|problem|trouble|worr\w+|afraid|expensive|dear|lot of|more than|lose|lost|break\w*|broke|fail\w*|wrong|stop\w*|can't|cannot|don't|doesn't|won't|isn't|didn't|wouldn't)\b/i;

/** Whether words hold something against something: a lack, a doubt, a price. */
export const saysAgainst = (text: string): boolean => held.test(text) || costs.test(text);
const costs =
  /\b(?:cost\w*|price\w*|money|pay\w*|paid|afford|cheap\w*|budget|less|late|doubt\w*|fear\w*|until|unless|locked)\b|\wn't\b/i;

export function standsAlone(clause: string, question: boolean): number {
  const words = clause.split(' ');
  const content = contentOf(clause);
  const [first = ''] = words.map(bare);
  return (
    0.06 * Math.min(content, 7) +
    (figure.test(clause) ? 0.15 : 0) +
    (held.test(clause) ? 0.15 : 0) -
    (/^(?:it|that|this|he|she|they|these|those)(?:'\w+)?$/.test(first) ? 0.2 : 0) -
    (/ (?:it|that|this|them|those|these|him|her|one|so)$/i.test(clause) ? 0.15 : 0) -
    (/\b(?:he|she|they|them)\b/i.test(clause) ? 0.1 : 0) -
    (/\byou\b/i.test(clause) ? 0.1 : 0) -
    (question ? 0.15 : 0) -
    0.03 * Math.max(0, words.length - 20)
  );
}
