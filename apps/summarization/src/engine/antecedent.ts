import type { Dialogue, Sentence } from './dialogue.ts';

/** The place of the words that refer to something. */
export interface Place {
  readonly sentence: Sentence;
  /** Where the words begin in the sentence. */
  readonly start: number;
  /** What else was said of the same deed. */
  readonly others: readonly Sentence[];
  readonly dialogue: Dialogue;
}

export interface Antecedent {
  /** "the revised quote", in the words of the speaker who refers to it. */
  readonly noun: string;
  readonly sentence: Sentence;
}

const papers =
  'contract|proposal|quote|quotation|agreement|invoice|invite|invitation|deck|slides?|brochure|papers|paperwork|report|list|document|documentation|case stud(?:y|ie)|questionnaire|specs?|specification|sheet|pricing|price list|estimate|purchase order|form|pro ?forma|recording|summary|sample|reference|breakdown|template|offer|drawing|photo|photograph|picture|number|e-?mail|certificate|letter|menu|addendum|annex|amendment|draft|receipt|confirmation|comparison|schedule|timetable|calculation|video|clip|link|file|measurement|reading|sketch|map|manual|statement|credit note|export|cv|application|declaration|protocol|one-pager|flyer|leaflet|spreadsheet|booklet|screenshot|scan|waybill|swatch|deposit|key';
const things =
  'box|kit|unit|part|filter|cable|meter|sensor|machine|printer|pump|tub|connector|roll|lock|chair|bed|mat|trailer|uniform|towel|battery|charger|panel|motor|switch|socket|bulb|lamp|hose|valve|seal|gasket|ladder|rack|shelf|pallet|crate|parcel|package|gauge|probe|camera|roof|fuse|plug|oven|boiler|order';
/** What can be written and signed, and what can be sent, by the last word of its name. */
export const isPaper = (noun: string): boolean => paper.test(noun);
export const canBeSent = (noun: string): boolean => paper.test(noun) || thing.test(noun);
const ofPaper =
  'order|weight|page|agenda|version|question|notice|result|plan|figure|names|test|example|terms|conditions|bill|catalog(?:ue)?|policy|data|details|info|information|price|rate|tariff|program(?:me)?|diagram|layout|licen[cs]e|code|card|logo|artwork|text|wording|clause|minutes|note|log|date|time|address';
const paper = new RegExp(`(?:^| )(?:${papers}|${ofPaper})s?$`, 'iu');
const thing = new RegExp(`(?:^| )(?:${things})s?$`, 'iu');
const events =
  'visit|survey|call|meeting|tour|training|inspection|session|installation|tasting|consultation|test|trial|pilot|delivery|collection|fitting|viewing|demo|demonstration|appointment|slot|booking|reservation|repair|audit|kickoff|kick-off|pickup|order';
const men = 'husband|brother|father|dad|son|uncle|guy|fella';
const women = 'wife|sister|mother|mum|mom|daughter|aunt|lady';
const either =
  'boss|manager|director|accountant|lawyer|partner|engineer|technician|electrician|plumber|driver|foreman|supervisor|colleague|secretary|owner|landlord|chef|architect|surveyor|solicitor|notary|treasurer|principal|nurse|planner|buyer|controller|cfo|ceo|cousin';
const groups =
  'finance|office|head office|warehouse|workshop|committee|plant|factory|bank|insurer|supplier|team|council|lawyers|engineers|accountants|dispatch';

// What comes before the noun in a noun phrase: no small words and no verbs that are common in speech.
const modifier = String.raw`(?!(?:the|a|an|of|and|or|for|to|our|your|my|in|on|at|with|is|are|was|were|be|has|have|had|will|would|can|could|it|that|this|you|i|we|he|she|they|not|no|so|if|but|get|got|send|sent|give|make|do|does|did|same|one|other|only|very|whole|first|last|next|please|then|also|from|by|about|as|what|when|how|who|which|than|just|up|out|me|us|him|her|them|thing|way|best|right|kind|sort)(?![\p{L}'-]))[\p{L}\d-]+ `;
const determiner = String.raw`(?<![\p{L}'])(the|a|an|that|this|those|these|my|your|our|some|another|any|new)`;
const phraseOf = (heads: string) =>
  new RegExp(String.raw`${determiner} ((?:${modifier}){0,3}(?:${heads})s?)(?![\p{L}'-])(?! (?:${heads})s?\b)`, 'gu');
const phrases = {
  papers: phraseOf(papers),
  things: phraseOf(`${things}|${papers}`),
  events: phraseOf(events),
  written: phraseOf(papers),
};
export type ObjectKind = keyof typeof phrases;
const people = {
  him: phraseOf(`${men}|${either}`),
  her: phraseOf(`${women}|${either}`),
  them: phraseOf(groups),
};

const alwaysPlural = /(?:papers|terms|details|minutes|slides|specs|data|keys)$/;
const singularS = /(?:address|access|process|glass|business|minus|gas|lens|bus|canvas|atlas)$/;
const isPlural = (noun: string) =>
  alwaysPlural.test(noun) || (/s$/.test(noun) && !singularS.test(noun) && !/ss$/.test(noun));

const many = /^(?:them|those|these|both)$/i;
const mostTurns = 3;

/** What "it", "that" or "them" after a verb stands for: the nearest fitting noun phrase, in the sentence itself, what else was said of the deed, then before it. */
export function antecedentOf(
  pronoun: string,
  kind: ObjectKind,
  { sentence, start, others, dialogue }: Place,
): Antecedent | null {
  const before = dialogue.sentences
    .slice(Math.max(0, sentence.index - (kind === 'papers' ? 12 : 4)), sentence.index)
    .filter(({ turn }) => sentence.turn - turn <= (kind === 'written' ? 0 : mostTurns))
    .reverse();
  for (const candidate of [sentence, ...others.filter((one) => one !== sentence), ...before]) {
    const text = candidate === sentence ? candidate.text.slice(0, start) : candidate.text;
    const last = [...text.matchAll(phrases[kind])]
      .filter(([, , noun = '']) => many.test(pronoun) === isPlural(noun))
      .at(-1);
    if (last === undefined) continue;
    const at = last.index + (last[1] ?? '').length + 1;
    const said = candidate.raw.slice(at, at + (last[2] ?? '').length);
    return { noun: `${ownedBy(last[1] ?? '', candidate, sentence)} ${said}`, sentence: candidate };
  }
  return null;
}

/** Whose it is, from the side of the one who refers to it. */
function ownedBy(determiner: string, said: Sentence, sentence: Sentence): string {
  if (!/^(?:my|our|your)$/.test(determiner)) return 'the';
  const own = determiner !== 'your';
  return own === (said.speaker === sentence.speaker) ? 'my' : 'your';
}

// A name that no sentence start explains, that addresses no person, and that is no place.
const name =
  /(?<=\p{Ll}[,'’]? )(?<!, |\p{Lu}[\p{L}.]{0,20} )(?<!\b(?:in|from|at|near|of|via|thanks|you|hi|hello|morning|afternoon|evening|sorry|okay|yes|no|right|bye|so|the|a|an|on|this|next) )(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?(?![\p{L}'’-])/gu;
const noName =
  /^(?:(?:Mr|Mrs|Ms|Dr)$|I|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|English|German|French|Spanish|God|Christmas|Easter|WhatsApp|Excel|Word|Google)/;

/** Whom "him", "her" or "them" means: a name or "my boss", said shortly before. */
export function personBefore(pronoun: string, { sentence, start, others, dialogue }: Place): Antecedent | null {
  const roles = people[pronoun.toLowerCase() as keyof typeof people];
  const before = dialogue.sentences
    .slice(Math.max(0, sentence.index - 5), sentence.index)
    .filter(({ turn }) => sentence.turn - turn <= 2)
    .reverse();
  for (const candidate of [sentence, ...before, ...others.filter((one) => one !== sentence)]) {
    const raw = candidate === sentence ? candidate.raw.slice(0, start) : candidate.raw;
    const named = roles === people.them ? [] : [...raw.matchAll(name)].filter(([one]) => !noName.test(one));
    const role = [...candidate.text.slice(0, raw.length).matchAll(roles)]
      .filter(([, , noun = '']) => roles === people.them || !/[^s]s$/.test(noun))
      .at(-1);
    const last = named.at(-1);
    if (last !== undefined && last.index > (role?.index ?? -1)) return { noun: last[0], sentence: candidate };
    if (role !== undefined)
      return { noun: `${ownedBy(role[1] ?? '', candidate, sentence)} ${role[2] ?? ''}`, sentence: candidate };
  }
  return null;
}
