import type { Understanding } from './acts/understanding.ts';
import type { Sentence } from './dialogue.ts';
import { isAbout } from './draft-deed.ts';
import type { DraftDeed } from './draft-deed.ts';
import { topicsIn } from './topic-words.ts';

const asksWhen = /\b(?:when|by when|what day|which day|how soon|how quickly|how long)\b/;
// "When does your contract end?" asks nothing about a deed, "when can I have it?" does.
const asksWhenElse =
  /\bwhen (?:do|does|did|is|are|was|were|would|will|'s|'re)? ?(?:your|you|the|they|he|she|we|it)\b.{0,40}\b(?:end|ends|expire|expires|start|starts|starting|open|opens|close|closes|break|launch|launching|meet|meets|back|away|finish|move|moving|due|renew\w*|need|needing|run out|up for)\b/;
const mostTurnsBack = 6;
const alike = 0.3;

/** The question of the turn before for the day of a deed, if there is one: "by when?", "when do I get the prices?" */
export function whenQuestion({ turn }: Sentence, { dialogue }: Understanding): Sentence | undefined {
  const before = dialogue.turns[turn - 1];
  return before?.sentences.slice(-2).find(({ text }) => asksWhen.test(text) && !asksWhenElse.test(text));
}

/** "When do you open?": the day that follows is for nothing that is to be done. */
export function asksForAnotherDay({ text }: Sentence): boolean {
  return asksWhenElse.test(text);
}

/** Which of the deeds was asked about with "when do I get the prices?": not always the one that was spoken of last. */
export function askedAbout(
  sentence: Sentence,
  deeds: readonly DraftDeed[],
  understanding: Understanding,
): DraftDeed | undefined {
  const question = whenQuestion(sentence, understanding);
  if (question === undefined) return undefined;
  const topics = topicsIn(question.text);
  const own = deeds.filter(
    ({ owner, evidence }) =>
      owner === sentence.speaker && question.turn - (evidence.at(-1)?.turn ?? 0) <= mostTurnsBack,
  );
  const shared = own.findLast((one) => isAbout(one, topics));
  if (shared !== undefined || topics.size === 0) return shared;
  const near = ({ mentions }: DraftDeed) =>
    Math.max(...mentions.map((one) => understanding.likeness(question, one.sentence)));
  const [best] = [...own].sort((left, right) => near(right) - near(left));
  return best !== undefined && near(best) >= alike ? best : undefined;
}
