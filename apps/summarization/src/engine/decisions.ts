import type { Dialogue, Sentence } from './dialogue.ts';
import { findDueDate } from './due-date.ts';
import { agreesToBuy } from './outcome.ts';
import { accepts, refuses, takesBack } from './speech-acts.ts';
import type { Statement } from './statement.ts';
import { decapitalised, imperative, tidy } from './wording.ts';

export interface Decision extends Statement {
  /** A date or time both sides settled on: also a next step. */
  readonly appointment: boolean;
}

interface Proposal {
  readonly sentence: Sentence;
  readonly text: string;
  readonly appointment: boolean;
}

/** A proposal that the other side agrees to; a choice among what was proposed; a clear yes to buy. */
export function findDecisions(dialogue: Dialogue, saidAt: Date, timezone: string): readonly Decision[] {
  const dated = (text: string) => findDueDate(text, saidAt, timezone) !== null || timeOfDay.test(text);
  const decisions: Decision[] = [];
  let open: Proposal | null = null;
  for (const sentence of dialogue.sentences) {
    if (takesBack(sentence)) withdraw(decisions, sentence);
    const answer: Proposal | null = open;
    if (answer !== null && sentence.turn > answer.sentence.turn + 8) open = null;
    if (answer !== null && answer.sentence.speaker !== sentence.speaker && !conditional.test(sentence.text)) {
      const decision = agreementOf(answer, sentence, dated);
      if (decision !== null) {
        add(decisions, decision);
        open = null;
        continue;
      }
      if (sentence.turn === answer.sentence.turn + 1 && refuses(sentence)) open = null;
    }
    if (agreesToBuy(sentence))
      add(decisions, { text: 'The prospect agreed to go ahead', evidence: [sentence], appointment: false });
    open = proposalOf(sentence, dated) ?? open;
  }
  return decisions;
}

function agreementOf(open: Proposal, sentence: Sentence, dated: (text: string) => boolean): Decision | null {
  const evidence = [open.sentence, sentence];
  const chosen = choice.exec(sentence.text);
  if (chosen !== null && chosen[1] !== undefined && dated(chosen[1])) {
    const from = sentence.text.indexOf(chosen[1]);
    const words = tidy(sentence.raw.slice(from, from + chosen[1].length).replace(leading, ''));
    return { text: `Agreed on ${decapitalised(words)}`, evidence, appointment: true };
  }
  const agrees = sentence.turn === open.sentence.turn + 1 ? accepts(sentence) : false;
  if (sentence.question || !(agrees || embraces.test(sentence.text))) return null;
  return { text: open.text, evidence, appointment: open.appointment };
}

function proposalOf(sentence: Sentence, dated: (text: string) => boolean): Proposal | null {
  const deed = deedCue.exec(sentence.text);
  if (deed === null && !slotCue.test(sentence.text)) return null;
  if (conditional.test(sentence.text)) return null;
  const hasDate = dated(sentence.text);
  if (deed !== null) {
    const start = deed.index + deed[0].length;
    const action = sentence.text.slice(start);
    const weighty =
      /^(?:let'?s|shall we|why don'?t we|i'?d (?:propose|suggest|recommend)|we'?d propose|i propose|i suggest)/.test(
        deed[0],
      );
    if (!onTheCall.test(action) && (weighty ? /^[a-z]+ \S/.test(action) : joint.test(action))) {
      const { speaker } = sentence;
      const text = imperative(sentence.raw.slice(start).replace(/^(?:that )?we /i, ''), speaker, speaker);
      return { sentence, text, appointment: hasDate };
    }
  }
  if (!hasDate || !slotCue.test(sentence.text) || offersToAct.test(sentence.text)) return null;
  const words = tidy(sentence.raw.replace(slotWords, ''));
  return { sentence, text: `Agreed on ${decapitalised(words)}`, appointment: true };
}

function add(decisions: Decision[], decision: Decision): void {
  const position = decisions.findIndex(
    (known) => known.text === decision.text || (known.appointment && decision.appointment && near(known, decision)),
  );
  const known = decisions[position];
  if (known === undefined) decisions.push(decision);
  // The later time is the one that stands ("two is full, so three").
  else decisions[position] = { ...decision, evidence: [...known.evidence, ...decision.evidence] };
}

function near(known: Decision, decision: Decision): boolean {
  return (decision.evidence[0]?.index ?? 0) - (known.evidence.at(-1)?.index ?? 0) <= 6;
}

function withdraw(decisions: Decision[], sentence: Sentence): void {
  const last = decisions.at(-1);
  if (last !== undefined && sentence.index - (last.evidence.at(-1)?.index ?? 0) <= 6) decisions.pop();
}

const conditional = /\b(?:if (?!you(?:'re| are) (?:free|ok)|that)|unless|depending on|subject to|provided)\b/;
const deedCue =
  /\b(?:let'?s|shall we|should we|why don'?t we|what if we|i'?d (?:propose|suggest|recommend|like to)|we'?d propose|i propose|i suggest|can we|could we|we could|we can)\s+(?:that\s+)?(?:we\s+)?(?:just |also |maybe |all )?(?=[a-z])/;
const onTheCall =
  /^(?:see|say|look|assume|find out|start with|talk about|take (?!the)|be |imagine|dig|go back|go through|go over|dive|jump|get into|pause|recap|think|figure|hope|focus|not |move on|circle back to|walk|have a look|drill|ask|understand|know|hear|show|touch|cover|get moving|get started|do (?:it|this|that)\b|face it|call it|pretend|put it)/;
const joint =
  /^(?:meet|schedule|set up|book|start|begin|move|push|extend|split|pay|do (?:a|an|the) (?:\w+ ){0,2}(?:call|demo|pilot|trial|meeting|workshop|review)|run (?:a|the) (?:\w+ )?(?:pilot|trial)|kick off|go with|sign|agree)\b/;
const slotCue =
  /\b(?:how about|what about|would|does|do you have|are you (?:free|available|around)|i'?ve got|i have|i'?m free|we'?re free|can (?:you|we) (?:do|make)|could (?:you|we) (?:do|make)|works? (?:better|best)?|free on|available)\b/;
const offersToAct = /\b(?:how about|what if|why don'?t) i\b/;
const slotWords =
  /^.*?\b(?:how about|what about|would|does|do you have(?: time)?|are you (?:free|available|around)|i'?ve got|i have|i'?m free|we'?re free|(?:can|could) (?:you|we) (?:do|make))\s+(?:openings?\s+|time\s+)?(?:on\s+)?|\s+(?:work|suit|be (?:ok|okay|good|fine))\b.*$/gi;
// So clear a yes that it may come after some questions about what was proposed.
const embraces =
  /^(?:(?:ok(?:ay)?|alright|all right|yes|yeah|great|then|so|sure|perfect)[\s,.]+)*(?:let'?s do (?:it|that)|let'?s go (?:with|for) (?:it|that)|i like that|that works|we'?ll do that|deal)\b/;
const choice =
  /^(.{2,60}?) (?:works?|is (?:fine|good|great|perfect|best|better)|suits?|would (?:work|be (?:fine|good|great|best|better))|it is)\b|^(?:\w+[\s,]+){0,2}let'?s (?:do|say|go with|make it) (.{2,60})/;
const leading = /^(?:(?:yes|yeah|ok(?:ay)?|sure|let'?s (?:do|say)|great|perfect|then|so|i think|good)[\s,]+)+/i;
const timeOfDay = /\b(?:at \d{1,2}(?::\d\d)?|\d{1,2} ?(?:am|pm)|noon)\b/;
