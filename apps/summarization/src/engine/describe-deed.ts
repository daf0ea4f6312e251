import type { Dialogue, Sentence } from './dialogue.ts';
import type { Mention } from './same-deed.ts';
import type { Speaker } from './summary-engine.ts';
import { clauseOf } from './clause.ts';
import { imperative } from './imperative.ts';
import { saysNothing, withAntecedents, withoutDays } from './fill-in.ts';
import { isOrder, mended } from './well-written.ts';
import { tidy } from './wording.ts';

export interface DescribedDeed {
  readonly text: string;
  /** Where words come from that the mentions themselves do not have. */
  readonly evidence: readonly Sentence[];
}

// A deed that was spoken of more often is no clearer for it.
const mostTried = 4;
const noWords: DescribedDeed = { text: '', evidence: [] };

/**
 * What is to be done, as an order to oneself with the antecedents filled in: "Send the security questionnaire", not "send it".
 * No text where the words do not say what; null where only a day is agreed to: another sentence says whose deed it is.
 */
export function describeDeed(mentions: readonly Mention[], owner: Speaker, dialogue: Dialogue): DescribedDeed | null {
  const ordered = [...mentions].sort(byDetail);
  const dayOnly = ordered[0];
  if (dayOnly !== undefined && dayOnly.deed !== null && dayOnly.date !== null && onlyDoes.test(withoutDate(dayOnly)))
    return appointmentBefore(dayOnly.sentence, dialogue);
  for (const mention of ordered.slice(0, mostTried)) {
    const described = describe(mention, owner, mentions, dialogue);
    if (described !== null) return described;
  }
  return noWords;
}

function describe(
  { sentence, deed, date, ...mention }: Mention,
  owner: Speaker,
  mentions: readonly Mention[],
  dialogue: Dialogue,
): DescribedDeed | null {
  if (deed === null) return null;
  const clause = withoutDays(clauseOf(withoutDate({ sentence, deed, date, ...mention })), date !== null);
  const others = mentions.slice(0, mostTried).map((one) => one.sentence);
  if (hasOthersDo.test(deed.words) && !hasOthersDo.test(clause)) return null;
  const filled = withAntecedents(clause, { sentence, start: deed.start ?? 0, others, dialogue });
  if (filled === null) return null;
  const text = mended(withDoer(imperative(filled.text, sentence.speaker, owner), deed.doer));
  return saysNothing.test(text) || goesOn.test(text) || !isOrder(text) ? null : { text, evidence: filled.evidence };
}

// "I'll get the lab to do it" without what the lab is to do.
const hasOthersDo = /^(?:get|ask|tell) (?:the |my |our |your )?[\p{L}'-]+ to \p{L}/iu;
// "Have the lab he pick it up": speech that goes on without a break, in the speaker's own words.
const goesOn =
  /\b(?:i|me|you|ye|we|us|d)\b(?!['-])|^Have .{1,40} (?:he|she|they)\b|^Have (?:one|two|three|four|five|six|seven|eight|nine|ten|\w{2,5}ty|\w{3,6}teen|the \w+(?:th|st|nd|rd|first|second|third))\b/i;

// What the date leaves behind when it is taken out: "send it by", "extend it until".
const looseEnd =
  /(?<![\s,])(?:[\s,]+(?:(?:tonight |today )?at the (?:very )?latest|by|on|for|at|before|until|till|from|in|to|around|about|or|and|sometime|say|then|maybe|next|this|early|the)){1,8}$/i;

// "I could do Thursday": what is done was said before.
const onlyDoes =
  /^(?:do|make|manage)(?: (?:it|that|or|you|either))*[\s,.!?]*(?:(?:let me see|let's see|i think|say|maybe)[\s,.!?]*)*(?:or\b.*)?$/i;
const event =
  /\b(?:an?|the|another|our) ((?:[\p{L}-]+ )?(?:audit|visit|demo|survey|call|meeting|tour|training|inspection|session|installation|install|tasting|walk-?through|consultation|measurement|test|service|kick-?off|delivery|collection|fitting|viewing))\b/gu;

// "Installation we can do on the ninth."
const toDo = /^(?:(?:and|then|so|okay|ok|the|your|our)[\s,]+)*([\p{L}-]{4,}) (?:we|i) (?:can|could) do\b/u;

function appointmentBefore(sentence: Sentence, dialogue: Dialogue): DescribedDeed | null {
  for (let index = sentence.index; index >= Math.max(0, sentence.index - 8); index -= 1) {
    const said = dialogue.sentences[index];
    const name = toDo.exec(said?.text ?? '')?.[1] ?? [...(said?.text.matchAll(event) ?? [])].at(-1)?.[1];
    if (said !== undefined && name !== undefined) return { text: `Do the ${name}`, evidence: [said] };
  }
  return null;
}

/** The mention that says most about the object; of equals the first, in whose words it was agreed. */
function byDetail(left: Mention, right: Mention): number {
  // "Send it to Ann" says to whom, but not what.
  const detail = ({ topics, deed }: Mention) =>
    deed === null ? -1 : objectPronoun.test(deed.words) ? 0 : Math.min(topics.size, 5);
  return detail(right) - detail(left) || left.sentence.index - right.sentence.index;
}

/** The words from the verb on, without the date: that has its own field. */
function withoutDate({ sentence, deed, date }: Mention): string {
  if (deed === null) return sentence.raw;
  if (date === null || deed.start === null || date.start < deed.start) return deed.words;
  const after = sentence.raw
    .slice(date.end)
    .replace(/^ ?(?:at \d[\w:.]*|morning|afternoon|evening|night|lunchtime|noon)?/, '');
  return tidy(`${sentence.raw.slice(deed.start, date.start)} ${after}`, 400).replace(looseEnd, '');
}

function withDoer(description: string, doer: string | null): string {
  if (doer === null || /^(?:he|she|they)$/i.test(doer)) return description;
  const who = doer.replace(/^(?:my|our|your) /i, 'the ');
  return `Have ${who} ${description.replace(/^./, (letter) => letter.toLowerCase())}`;
}

const objectPronoun =
  /^(\S+(?: over| across| on| up| out)?) (it|that|this|those|them|these)( over| across| off| out| back| up)?(?=$|[\s.,!])/i;
