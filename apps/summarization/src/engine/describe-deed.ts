import type { Dialogue, Sentence } from './dialogue.ts';
import type { Mention } from './same-deed.ts';
import type { Speaker } from './summary-engine.ts';
import { imperative, quoted, tidy, withoutFillers } from './wording.ts';

export interface DescribedDeed {
  readonly text: string;
  /** Where words come from that the mentions themselves do not have. */
  readonly evidence: readonly Sentence[];
}

/** What is to be done, as an order to oneself with the antecedents filled in: "Send the security questionnaire", not "send it". */
export function describeDeed(mentions: readonly Mention[], owner: Speaker, dialogue: Dialogue): DescribedDeed | null {
  const ordered = [...mentions].sort(byDetail);
  const chosen = ordered.find(({ deed }) => deed !== null) ?? ordered[0];
  if (chosen === undefined) return { text: '', evidence: [] };
  const { sentence, deed } = chosen;
  if (deed === null) return { text: `Do as said: ${quoted(withoutFillers(sentence.raw))}`, evidence: [] };
  const action = withoutDate(chosen);
  const pronoun = objectPronoun.exec(action);
  const antecedent = pronoun === null ? null : antecedentOf(sentence, dialogue);
  const filled =
    antecedent === null
      ? action
      : action.replace(
          objectPronoun,
          (_, verb: string, _it, rest = '') => `${verb} the ${antecedent.noun}${String(rest)}`,
        );
  const text = withDoer(imperative(filled, sentence.speaker, owner), deed.doer);
  if (chosen.date !== null && onlyDoes.test(filled)) return appointmentBefore(sentence, dialogue);
  // A verb alone says nothing: the words themselves say at least what was said.
  if (text.split(' ').length < 2) return { text: `Do as said: ${quoted(withoutFillers(sentence.raw))}`, evidence: [] };
  return { text, evidence: antecedent === null ? [] : [antecedent.sentence] };
}

// What the date leaves behind when it is taken out: "send it by", "extend it until".
const looseEnd =
  /(?<![\s,])(?:[\s,]+(?:(?:tonight |today )?at the (?:very )?latest|by|on|for|at|before|until|till|from|in|to|around|about|or|and|sometime|say|then|maybe)){1,8}$/i;

// "I could do Thursday": what is done was said before.
const onlyDoes =
  /^(?:do|make|manage)(?: (?:it|that|or|you|either))*[\s,.!?]*(?:(?:let me see|let's see|i think|say|maybe)[\s,.!?]*)*(?:or\b.*)?$/i;
const event =
  /\b(?:an?|the|another|our) ((?:[\p{L}-]+ )?(?:audit|visit|demo|survey|call|meeting|tour|training|inspection|session|installation|install|tasting|walk-?through|consultation|measurement|test|service|kick-?off|delivery|collection|fitting|viewing))\b/gu;

// "Installation we can do on the ninth."
const toDo = /^(?:(?:and|then|so|okay|ok|the|your|our)[\s,]+)*([\p{L}-]{4,}) (?:we|i) (?:can|could) do\b/u;

/** Null where only a day is agreed to: whose doing it is, somebody else says. */
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

/** The words from the verb on, without the date: that stands in its own field. */
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
  /^(\S+(?: over| across)?) (it|that|this|those|them|these)( over| across| off| out| back| up)?(?=$|[\s.,!])/i;
const document =
  /\b(?:the|a|an|our|your|my|some|that|this|those|of)\s+((?:(?!the\b|a\b|an\b|of\b|and\b|for\b|to\b|our\b|your\b|in\b|on\b)[\p{L}-]+ ){0,2}(?:contract|proposal|quote|agreement|invoice|invite|invitation|deck|slides|brochure|paper|report|list|documents?|case stud(?:y|ies)|questionnaire|spec|specification|sheet|price|prices|pricing|estimate|order|form|paperwork|recording|summary|samples?|references|demo|breakdown|templates?|offer|plan|drawings?|photos?|pictures?|numbers|figures|email|mail|certificate|letter|terms|text|copy|renewal|menu|catalogue|licence|address|details|bill|sample|photo|picture|reference|letter|drawing|form)s?)\b/gu;

function antecedentOf(sentence: Sentence, dialogue: Dialogue): { noun: string; sentence: Sentence } | null {
  for (let index = sentence.index - 1; index >= Math.max(0, sentence.index - 6); index -= 1) {
    const candidate = dialogue.sentences[index];
    const noun = [...(candidate?.text.matchAll(document) ?? [])].at(-1)?.[1];
    if (candidate !== undefined && noun !== undefined && sentence.turn - candidate.turn <= 2)
      return { noun, sentence: candidate };
  }
  return null;
}
