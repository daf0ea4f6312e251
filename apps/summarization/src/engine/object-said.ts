import type { Understanding } from './acts/understanding.ts';
import { canBeSent, isPaper } from './antecedent.ts';
import type { DescribedDeed } from './describe-deed.ts';
import type { Sentence } from './dialogue.ts';
import { nounPhrase } from './noun-phrase.ts';
import { likelihood, wordsOf, type ReadWord } from './reading.ts';
import type { Mention } from './same-deed.ts';
import type { Speaker } from './summary-engine.ts';
import type { ActionKind } from './verbs.ts';
import { isOrder } from './well-written.ts';
import { capitalised, otherSide } from './wording.ts';

// What "it" means was said in the same turns or shortly before them.
const segmentsBack = 6;
const likelyEnough = 0.5;
const beside = 0.3;

const orders: Partial<Record<ActionKind, (object: string, other: string) => string>> = {
  send: (object, other) => `Send ${other} ${object}`,
  call: (object, other) => `Call ${other} about ${object}`,
};

// Verbs that say what is done to a thing; "put it back" and "read it out" do not.
const withPronoun =
  /^(bring|check|sign|print|measure|draw|fill in|order|pay|prepare|write|draft|review|test|fix|change|update|install|deliver|ship|post|forward|share|scan|copy|confirm|book|finish|return|collect|approve) (?:it|that|this|those|them|these)(?=$|[\s.,!])/i;

/** "I'll send it tonight": what is sent, by what the reader takes for the object of the deed; null where it knows none. */
export function describeByObject(
  mentions: readonly Mention[],
  owner: Speaker,
  understanding: Understanding,
): DescribedDeed | null {
  const deed = mentions.find((one) => one.deed !== null && one.deed.doer === null)?.deed;
  if (deed === undefined || deed === null) return null;
  const verb = withPronoun.exec(deed.words)?.[1];
  const order = orders[deed.kind] ?? (verb === undefined ? null : (object: string) => `${capitalised(verb)} ${object}`);
  const object = order === null ? null : objectSaid(mentions, understanding);
  if (order === null || object === null) return null;
  const head = object.text.replace(/ (?:of|for|from|with|in|on|to|about) .*/, '');
  if (deed.kind === 'send' ? !canBeSent(head) : onPaper.test(verb ?? '') && !isPaper(head)) return null;
  const said = object.text.replace(/^(?:The|An?|Our|Your|My|Both|All|Some) /, (first) => first.toLowerCase());
  const named = hasArticle.test(said) ? said : `the ${said}`;
  const text = order(named, `the ${otherSide(owner)}`);
  return isOrder(text) ? { text, evidence: [object.sentence] } : null;
}

// "I'll sign it", behind "take the arbitration out": the contract is meant.
const onPaper = /^(?:sign|write|draw|draft|print|review|fill in|approve|scan|copy)$/i;

function objectSaid(mentions: readonly Mention[], { dialogue, reading }: Understanding) {
  const places = mentions.map(({ sentence }) => sentence.segment);
  const [first, last] = [Math.min(...places) - segmentsBack, Math.max(...places)];
  let best: { readonly text: string; readonly sentence: Sentence; readonly weight: number } | null = null;
  // Segments are in the order of their sentences, so that none of another place is looked at.
  for (let index = mentions[0]?.sentence.index ?? 0; index >= 0; index -= 1) {
    const sentence = dialogue.sentences[index] as Sentence;
    if (sentence.segment < first) break;
    if (sentence.segment > last) continue;
    for (const run of runsIn(sentence, wordsOf(reading, sentence))) {
      const text = nounPhrase(run.text);
      if (text !== null && run.weight > (best?.weight ?? likelyEnough)) best = { text, sentence, weight: run.weight };
    }
  }
  return best;
}

const hasArticle = /^(?:the|an?|\p{Lu}\S*|\d\S*|two|three|four|five|six|seven|eight|nine|ten|some|all|both) /u;
const determiner = /^(?:the|an?|your|our|my|new|revised|signed|full|first|second|last)$/i;

function runsIn({ start, raw }: Sentence, own: readonly ReadWord[]) {
  const textOf = ({ start: from, end }: ReadWord) => raw.slice(from - start, end - start);
  const runs: { text: string; weight: number }[] = [];
  for (let at = 0; at < own.length; at += 1) {
    if (likelihood(own[at] as ReadWord, 'object') < beside) continue;
    let end = at;
    while (end + 1 < own.length && likelihood(own[end + 1] as ReadWord, 'object') >= beside) end += 1;
    let begin = at;
    while (begin > 0 && determiner.test(textOf(own[begin - 1] as ReadWord))) begin -= 1;
    const run = own.slice(begin, end + 1);
    runs.push({
      text: run.map(textOf).join(' '),
      weight: Math.max(...run.map((word) => likelihood(word, 'object'))),
    });
    at = end;
  }
  return runs;
}
