import type { Speaker } from './summary-engine.ts';

/** Turns what a speaker said into what a colleague would note down. Words are replaced and left out, never added from elsewhere. */

export const otherSide = (speaker: Speaker): Speaker => (speaker === 'rep' ? 'prospect' : 'rep');
export const nameOfSide = (speaker: Speaker): string => `the ${speaker}`;

const fillers =
  /^(?:(?:ok(?:ay)?|so|but|well|and|honestly|yeah|yes|right|true|um|uh|uhm|er|look|listen|sure|look|though|i mean|you know|i(?:'ll| will| have to| must)? (?:be (?:honest|straight|frank|plain)(?: with you)?|tell you honestly|tell you straight)|i won'?t lie|i'm not going to lie|truth be told|to be honest|(?:but )?i(?:'|’)?ve got to be honest|got it|that'?s fair|fair enough|great|perfect|exactly|correct|absolutely|good question|great question|it'?s a fair question|fair questions?|actually|frankly|i (?:completely |totally |fully )?(?:understand|hear you|get that)|no|oh|hmm|alright|all right|interesting|now|obviously|basically|again|also|plus|here'?s (?:the thing|how i'?d think about it|what i'?d propose|where i'?m at))(?=[\s,.:;!—–-])[\s,.:;!—–-]*)+/i;

export function withoutFillers(text: string): string {
  const stripped = text.replace(fillers, '').trim();
  return stripped.length > 0 ? stripped : text.trim();
}

/** One line, no loose ends, at most `longest` characters, cut between words. */
export function tidy(text: string, longest = 160): string {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .replace(/^[\s,.;:–—-]+|(?<![\s,.;:!?–—-])[\s,.;:!?–—-]+$/g, '');
  if (line.length <= longest) return line;
  const cut = line.lastIndexOf(' ', longest - 1);
  const end = cut > longest / 2 ? cut : longest - 1;
  const whole = /[\uD800-\uDBFF]/.test(line[end - 1] ?? '') ? end - 1 : end;
  return `${line.slice(0, whole).replace(/(?<![\s,.;:–—-])[\s,.;:–—-]+$/, '')}…`;
}

export function capitalised(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/** Days, months, languages and peoples with their capital, which a recorder without punctuation leaves out; a quotation stays as it is. */
export const withCapitals = (text: string): string =>
  text.includes('“') ? text : text.replace(alwaysCapital, capitalised);
const alwaysCapital =
  /(?<![\p{L}'-])(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|april|june|july|august|september|october|november|december|(?:march|may)(?= (?:the )?(?:\d|first|second|third|\p{L}+(?:th|teenth|ieth)\b))|(?<=\b(?:in|of|until|till|since|early|mid|late|next|last) )(?:march|may)(?=$|[,.;)]| (?:and|or|to|at|with|for|by)\b)|english|dutch|german|french|spanish|italian|portuguese|irish|scottish|welsh|british|american|canadian|mexican|brazilian|indian|chinese|japanese|korean|russian|arabic|hebrew|swedish|norwegian|danish|finnish|african|european|asian|easter|christmas|ramadan)(?![\p{L}-])/gu;

export function sentenceCase(text: string): string {
  return /[.!?…]”?$/.test(text) ? capitalised(text) : `${capitalised(text)}.`;
}

export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1] ?? ''}`;
}

/** Words said, between quotation marks: what is left where a paraphrase would be guesswork. */
export function quoted(raw: string): string {
  const line = raw.replace(/\s+/g, ' ').trim();
  return `“${line.length <= 160 ? line.replace(/[“”]/g, '"') : tidy(line)}”`;
}

/** "Send the quote" → "send the quote", after "will". */
export function asVerb(description: string): string {
  return description.charAt(0).toLowerCase() + description.slice(1);
}

/** "Send the quote by 2026-01-05"; with a date in its words already, the resolved one follows it. */
export function withDue(description: string, due: string | null): string {
  if (due === null) return description;
  return saysWhen.test(description.slice(description.lastIndexOf(',') + 1))
    ? `${description} (${due})`
    : `${description} by ${due}`;
}

export const saysWhen =
  /\b(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|quarter|year|morning|afternoon|evening|the (?:(?:first|second|third)(?=$|,| (?:of|in)\b)|\w{0,7}(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|teen|tie)th|\d{1,2}(?:st|nd|rd|th)))\b/i;

/** For the middle of a sentence: names, abbreviations and "I" keep their capital. */
export function decapitalised(text: string): string {
  return /^(?:\p{Lu}[\p{Ll}']*|A)(?=[\s,]|$)/u.test(text) && startsPlainly.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

const startsPlainly =
  /^(?:the|they|their|they're|it|it's|that|this|these|those|there|a|an|some|every|everyone|our|we|we're|usually|agreed|do|send|get|check|have|share|call|follow|schedule|book|set|sign|prep|prepare|review|talk|speak|ask|confirm|put|meet|start|run|email|forward|find|look|draft|write|give|let|if|when|not|no|what|how|for|in|on|at|with|because|most|all|only|even|introduce|invite|bring|update|dig|pop|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half|both|same|make|work|take|go|come|reach|circle|discuss|double-check|return|pay|approve|order|fill|complete|add|move|split|extend|push|use|try)\b/i;
