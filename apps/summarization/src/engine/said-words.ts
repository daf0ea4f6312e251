import type { Sentence } from './dialogue.ts';
import { notInPhrase } from './noun-phrase.ts';

/** Words of a clause, and which of them name a thing. */

export interface SaidWord {
  readonly text: string;
  readonly plain: string;
  readonly start: number;
}

export const wordsSaid = ({ raw, text }: Sentence): readonly SaidWord[] =>
  [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'-]*|[^\s]/gu)].map(({ 0: plain, index: start }) => ({
    plain,
    start,
    text: start === 0 ? plain : raw.slice(start, start + plain.length),
  }));

/** Whether a word can be part of a thing's name: it does not tie, and is no verb that often follows one. */
export const isNamePart = (word: SaidWord | undefined): word is SaidWord =>
  word !== undefined && /^[\p{L}\p{N}]/u.test(word.plain) && !closed.test(word.plain) && !notInPhrase.test(word.plain);

export const articles = /^(?:the|an?|your|our|my|their|his|her|its|this|that|every|each|another)$/;
export const leadsPlural =
  /^(?:these|those|no|some|any|of|for|with|about|two|three|four|five|six|seven|eight|nine|ten|both|all|more|without|\d+)$/;
// What ends a thing's name: words that tie, and verbs that often follow one.
const closed =
  /^(?:the|an?|and|or|but|nor|per|for|with|without|of|to|from|in|on|at|by|as|into|onto|over|under|after|before|until|till|between|through|up|down|off|out|all|both|every|each|another|some|any|more|most|less|about|around|across|along|against|during|since|while|though|although|then|now|again|still|yet|already|only|even|ever|always|often|usually|sometimes|today|tomorrow|tonight|yesterday|well|hi|hello|bye|oh|ah|hm+|right|actually|basically|like|gonna|wanna|ya|your|our|my|his|her|their|its|being|having|doing|done|works?|worked|looks?|looked|runs?|ran|running|means?|happens?|happened|sent|send|sends|pays?|paid|bought|buys?|sold|sells?|comes?|stays?|sits?|stands?|stood|sounds?|feels?|seems?|fine|good|great|sure|back|home|away|ready|\p{L}+n't)$/u;
export const noModifier =
  /^(?:first|second|third|last|next|same|other|whole|own|old|new|little|big|small|good|best|bad|worst|exact|right|nice|great|long|short|full|few|many|much|such|real|only|\d.*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\p{L}+)?|hundred|thousand|million|dozen|half|january|february|march|april|may|june|july|august|september|october|november|december|\p{L}+day|\p{L}+ly)$/u;
export const plural = /^[^\p{Lu}].*[^s]s$/u;

/** Plural and singular alike: "pumps" → "pump". */
export const stemOf = (noun: string): string => noun.toLowerCase().replace(/(?<=\p{L}{3})(?<!s)s$/u, '');
