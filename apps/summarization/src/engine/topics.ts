import type { Dialogue, Sentence } from './dialogue.ts';
import { likelihood, wordsOf, type ReadCall, type ReadWord } from './reading.ts';
import { namesNothing, nounPhrase } from './noun-phrase.ts';
import {
  articles,
  isNamePart,
  leadsPlural,
  noModifier,
  plural,
  stemOf,
  wordsSaid,
  type SaidWord,
} from './said-words.ts';
import { listed } from './wording.ts';

/** What a call is about, in words that follow "talked about". */
export interface Topics {
  readonly text: string;
  readonly evidence: readonly Sentence[];
}

interface Mention {
  readonly sentence: Sentence;
  /** As said: "lamps". */
  readonly noun: string;
  /** With the word before it, where that belongs to it: "loaner kit". */
  readonly compound: string | null;
  /** Nothing that could be its noun follows: not "black" of "the black table". */
  readonly last: boolean;
  /** After an article, or in the plural after a preposition, with two words between at most. */
  readonly led: boolean;
  readonly offer: number;
  readonly object: number;
}

// At this sum six of ten are in the annotator's overview, and eight of ten in some statement of theirs.
const sureEnough = 1;
// Beside one of that weight.
const likelyEnough = 0.7;
const mostTopics = 3;
const leastMentions = 2;
const longestName = 3;

/**
 * The things that come back where the call matters: nouns by what stands before and behind them, ranked by the reader's likelihood that
 * a summary rests on their segments and that they are sold or handed over; else the call's title. Null where neither tells anything.
 */
export function topicsOf(
  dialogue: Dialogue,
  reading: ReadCall,
  names: readonly string[],
  title: string | null,
): Topics | null {
  const people = new Set(names.flatMap((name) => name.toLowerCase().split(/\s+/)).map(stemOf));
  const chosen: { readonly text: string; readonly stems: readonly string[]; readonly sentence: Sentence }[] = [];
  const ranked = [...mentionsOfWords(dialogue, reading)]
    .filter(
      ([stem, mentions]) =>
        !people.has(stem) && new Set(mentions.map(segmentOf)).size >= leastMentions && isNoun(mentions),
    )
    .map(([stem, mentions]) => ({ stem, mentions, weight: weightOf(mentions, reading) }))
    .filter(({ weight }) => weight >= likelyEnough)
    .sort((left, right) => right.weight - left.weight);
  const sure = (ranked[0]?.weight ?? 0) >= sureEnough;
  for (const { stem, mentions } of sure ? ranked : []) {
    if (chosen.length === mostTopics) break;
    const text = asSaid(mentions);
    const stems = text.split(' ').map(stemOf);
    if (chosen.some((other) => other.stems.includes(stem) || stems.includes(other.stems.at(-1) ?? ''))) continue;
    chosen.push({ text, stems, sentence: mostSalient(mentions, reading) });
  }
  if (chosen.length > 0)
    return { text: listed(chosen.map(({ text }) => text)), evidence: chosen.map(({ sentence }) => sentence) };
  const subject = title === null ? null : subjectOfTitle(title);
  return subject === null ? null : { text: subject, evidence: dialogue.sentences.slice(0, 1) };
}

/** Other words follow an article, too ("the black one", "a think"), and so do some names; few end what follows one again and again. */
function isNoun(mentions: readonly Mention[]): boolean {
  const ending = mentions.filter(({ last }) => last);
  const led = ending.filter((one) => one.led).length;
  const capital = mentions.filter(({ noun }) => /^\p{Lu}[\p{Ll}']/u.test(noun)).length;
  return (
    ending.length * 3 >= mentions.length * 2 &&
    led >= (capital * 2 >= mentions.length ? mentions.length / 2 : leastMentions)
  );
}

const segmentOf = ({ sentence }: Mention) => sentence.segment;

function weightOf(mentions: readonly Mention[], reading: ReadCall): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const salient = [...new Set(mentions.map(segmentOf))].map((segment) => reading.unit(segment, 'salient'));
  return (
    Math.log1p(sum(salient)) +
    Math.log1p(sum(mentions.map(({ offer }) => offer))) +
    mentions.reduce((most, { object }) => Math.max(most, object), 0)
  );
}

function mostSalient(mentions: readonly Mention[], reading: ReadCall): Sentence {
  const salience = ({ sentence }: Mention) => reading.unit(sentence.segment, 'salient');
  return mentions.reduce((best, one) => (salience(one) > salience(best) ? one : best)).sentence;
}

/** The form that is said most: "the contract", "lamps", "the loaner kit". */
function asSaid(mentions: readonly Mention[]): string {
  const compound = mostSaid(mentions.flatMap((one) => one.compound ?? []));
  const noun =
    compound !== null && compound.count >= leastMentions ? compound : mostSaid(mentions.map((one) => one.noun));
  const text = noun?.text ?? '';
  return plural.test(text) ? text : `the ${text}`;
}

function mostSaid(texts: readonly string[]): { readonly text: string; readonly count: number } | null {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [most] = [...counts].sort((left, right) => right[1] - left[1]);
  return most === undefined ? null : { text: most[0], count: most[1] };
}

function mentionsOfWords(dialogue: Dialogue, reading: ReadCall): ReadonlyMap<string, readonly Mention[]> {
  const mentions = new Map<string, Mention[]>();
  for (const sentence of dialogue.sentences) {
    const tokens = wordsSaid(sentence);
    const read = wordsOf(reading, sentence);
    let next = 0;
    for (const [at, token] of tokens.entries()) {
      const { text, plain, start } = token;
      if (!isNamePart(token) || namesNothing.test(plain) || noTopic.test(plain)) continue;
      while (next < read.length && (read[next] as ReadWord).end <= sentence.start + start) next += 1;
      const word = read[next];
      const modifier = tokens[at - 1];
      const mention = {
        sentence,
        noun: text,
        compound: isNamePart(modifier) && !noModifier.test(modifier.plain) ? `${modifier.text} ${text}` : null,
        last: !isNamePart(tokens[at + 1]),
        led: isLed(tokens, at),
        offer: word === undefined ? 0 : likelihood(word, 'offer'),
        object: word === undefined ? 0 : likelihood(word, 'object'),
      };
      const known = mentions.get(stemOf(plain));
      if (known === undefined) mentions.set(stemOf(plain), [mention]);
      else known.push(mention);
    }
  }
  return mentions;
}

function isLed(tokens: readonly SaidWord[], at: number): boolean {
  let before = at - 1;
  while (before >= at - longestName && isNamePart(tokens[before])) before -= 1;
  const lead = tokens[before]?.plain ?? '';
  return articles.test(lead) || (plural.test(tokens[at]?.text ?? '') && leadsPlural.test(lead));
}

const noTopic =
  /^(?:\p{L}{1,2}|y'all|sir|madam|ma'am|mister|miss|mum|doctor|thing|stuff|percent|bye|problem|end|rest|person|boys?|girls?|wife|husband|mother|father|sons?|daughter|brothers?|sisters?|lady|heads?|hands?|god|words?|grand|front|middle|pair|units?|miles?|can|black|white|beige|dark|clear|flat|red|green|blue|brown|gr[ae]y|gold|silver|wide|\p{L}+(?:teenth|tieth|[fxnh]th|third|second|-year|-day|-week|-month|-inch|-foot|-purpose)|mine|yours|course|luck|business|world|room|year|others?)$/u;

const noSubject =
  /\b(?:calls?|meeting|sync|demo|intro\w*|follow[- ]?up|check[- ]?in|chat|conversation|discovery|outbound|inbound|untitled|recording|voicemail)\b/i;
const subjectOfTitle = (title: string) =>
  noSubject.test(title) ? null : nounPhrase(title.slice(0, 200).replace(/^[^:]{1,60}: /, ''));
