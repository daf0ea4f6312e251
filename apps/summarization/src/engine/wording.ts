import type { Speaker } from './summary-engine.ts';

/** Turns what somebody said into what a colleague would note down. Words are replaced and left out, never added from elsewhere. */

export const otherSide = (speaker: Speaker): Speaker => (speaker === 'rep' ? 'prospect' : 'rep');
export const nameOfSide = (speaker: Speaker): string => `the ${speaker}`;

/** "send you the contract." said by the rep → "Send the contract" */
export function imperative(action: string, speaker: Speaker, owner: Speaker): string {
  const plain = withoutTail(action)
    .replace(/^make (?:(?:my|our) minds? up|up (?:my|our) minds?)\b/i, 'decide')
    .replace(receivers, '$1 ')
    .replace(/^(send|email|forward|share|ship|pass) (?:over|across|through|along) (?=\S)/i, '$1 ')
    .replace(/^(?:shoot|drop|fire) (?:(?:over|off|you|me|us) )?/i, 'Send ')
    .replace(
      /^get (?=(?:that|it|this|those|these|the|a|an)\b.{0,60}\b(?:over|across|out) to (?:you|me|us)\b)/i,
      'Send ',
    )
    .replace(/(?<!\s)\s+(?:over|across|out) to (?:you|me|us)\b/i, '')
    .replace(/(?<!\s)\s+and (?:get|send|shoot|fire|email|mail) (?:it|that|them)(?: (?:over|across|out))?$/i, '')
    .replace(/\b(over|across|through|back) to (?:you|me|us)$/i, '$1')
    .replace(
      /^(get back|come back) to (?:you|me|us)\b/i,
      (_, verb: string) => `${verb} to ${nameOfSide(otherSide(owner))}`,
    );
  return capitalised(tidy(withPersons(plain, speaker, owner)).replace(danglingWord, ''));
}

// "Extend it until then" without its "then".
const danglingWord = /(?<!\s)(?:\s+(?:until|till|by|from|at|before|about|or|and|so|because)){1,8}$/i;

const receivers =
  /^((?:re)?send|email|forward|share|text|mail)\s+(?:you|me|us)(?: guys| all| both| over| across)?\s+(?=\S)/i;

/** Everything after the deed itself: reasons, asides, politeness. */
function withoutTail(action: string): string {
  return action
    .replace(
      /[,;:—–]\s*(?:so|because|and (?:then )?(?:we|i|you)|which|but|if|okay|ok|alright|right|please|thanks|thank you|sure)\b.*$/i,
      '',
    )
    .replace(vocative, '')
    .replace(/(?<![\s,])[\s,]+(?:shall|should|can|could|may) (?:i|we)\b(?: say)?.*$/i, '')
    .replace(/(?<!\s)\s+whether (?:you|i|we)\b.*$/i, (rest) => (/\bor not\b/i.test(rest) ? '' : rest))
    .replace(unmarkedClause, '')
    .replace(
      /(?<!\s)\s+(?:so (?:that )?(?:you|we|i|they|he|she)(?:['’]\w+)?|because|if (?:that|you|it)|and then (?:we|i|you)|but)\b.*$/i,
      '',
    )
    .replace(/\s[—–-]\s?.*$|—.*$/, '')
    .replace(/(?<![\s,])[\s,]+(?:would|will|could|can) (?:you|ye)\b.*$/i, '')
    .replace(/,\s*(?:i|we|you|they|he|she|it|that|this|there)(?:['’]\w+)?\s(?!or\b).*$/i, '')
    .replace(
      /(?<![\s,])[\s,]+(?:please|okay|ok|thanks|thank you|for (?:you|me|us)|as well|too|then|also|again|actually|i think|and)[\s.!?]*$/i,
      '',
    );
}

// "Talk to you next week, Marcus."
const vocative =
  /,\s*(?:(?:Mr|Mrs|Ms|Dr|Mister)\.? )?(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\p{Lu}\p{Ll}+[.!]?$/u;

// Speech without punctuation goes on without a break: "talk to your brother he's the other half of it".
const unmarkedClause =
  /(?<!\b(?:if|whether|that|what|how|when|where|why|who|which|because|and|once|until|as|than|before|after|sure|see|so))\s(?:he|she|they|it)(?:['’](?:s|re)| is| are)\s.*$/i;

/** I and my become the speaker's side, you and your the other; of the owner's own things only "the" is left. */
function withPersons(text: string, speaker: Speaker, owner: Speaker): string {
  const [own, other] = [nameOfSide(speaker), nameOfSide(otherSide(speaker))];
  const possessive = (side: string) => (side === nameOfSide(owner) ? 'the' : `${side}'s`);
  return text
    .replace(/(?<!\s)\s+(?:myself|ourselves|yourself|yourselves)\b/gi, '')
    .replace(/\b(?:both of you|you (?:two|both|guys|all|lot))\b/gi, 'them')
    .replace(/\b(?:my|our)\b(?! own)/gi, possessive(own))
    .replace(/\byour\b/gi, possessive(other))
    .replace(/\b(?:i|we)['’](?:m|re)\b|\b(?:i am|we are)\b/gi, `${own} is`)
    .replace(/\b(?:i|we)['’]ve\b|\b(?:i|we) have\b/gi, `${own} has`)
    .replace(/\b(?:i|we)['’]d\b/gi, own)
    .replace(/\b(?:me|us|mine|ours)\b/gi, own)
    .replace(/\b(?:I|we)\b/g, own)
    .replace(/\byou(?:['’](?:ve|re|d|ll))?\b/gi, other);
}

/**
 * A statement in the third person, as the rep's company would note it: the prospect becomes "they", the rep's "we" stays.
 * Null where a simple exchange of words would give broken English (questions, "I" with a verb that would have to change).
 */
export function reported(raw: string, speaker: Speaker): string | null {
  const text = withoutFillers(raw).replace(/[’]/g, "'");
  if (/\?\s*$/.test(text)) return null;
  const flipped = speaker === 'prospect' ? prospectReported(text) : repReported(text);
  return flipped === null ? null : capitalised(tidy(flipped));
}

function prospectReported(text: string): string | null {
  const you = text
    .replace(/\byou're\b/gi, "we're")
    .replace(/\byou(?=')/gi, 'we')
    .replace(/\byours\b/gi, '\u0001ours')
    .replace(/\byour\b/gi, '\u0001our');
  return you
    .replace(/\b(?:I'm|I am|we're|we are)\b/gi, (found) =>
      /^we're$/i.test(found) && /\byou're\b/i.test(text) ? found : "they're",
    )
    .replace(/\band I\b/g, 'and the prospect')
    .replace(/\b(?:I|(?<!\u0001)we) wasn't\b/gi, "they weren't")
    .replace(/\bI was\b/gi, 'they were')
    .replace(/\b(?:I|(?<!\u0001)we)(?=['\s,])/gi, 'they')
    .replace(/\b(?:me|us)\b/gi, 'them')
    .replace(/\bmyself\b|\bourselves\b/gi, 'themselves')
    .replace(/(?<!\u0001)\b(?:my|our)\b/gi, 'their')
    .replace(/(?<!\u0001)\b(?:mine|ours)\b/gi, 'theirs')
    .replace(new RegExp(objectYou.source, 'gi'), '$1us')
    .replace(new RegExp(youAsObject.source, 'gi'), 'us')
    .replace(/\byou\b/gi, 'we')
    .replace(/\u0001/g, '');
}

const objectYou =
  /\b((?:to|for|with|of|from|about|at|by|than|like|tell|give|pay|send|call|show|hearing|let|choose|trust|told|gave|mail|email|text|bring|take|help|put|cost|save|ring|owe|charge|refund|credit|lend|offer|promise|leave|remind|get|see|meet|keep|make|hold|thank|hear|copy|invite|follow)\s)you\b/;

// What comes after tells where no verb is known: "move you to the lower band", "if I don't know you".
const youAsObject =
  /(?<!^|\b(?:if|when|what|that|because|and|but|so|as|than|once|while|how|where|do|did|are|were|would|could|can|will|should|have|had|or)\s)\byou(?=\s*(?:$|[.,;!?])|\s+(?:to|the|an?|in|on|at|with|for|back|from|over|by|through|your|our|my|this|next|off|out|up|down|into|about)\b)/;

function repReported(text: string): string | null {
  const own = text
    .replace(/\bI'll\b/g, 'the rep will')
    .replace(/\bI'd\b/g, 'the rep would')
    .replace(/\bI(?= (?:can|could|will|would|might|should|did|was|had|\w+ed)\b)/g, 'the rep')
    .replace(/\bI'm\b|\bI am\b/g, 'the rep is')
    .replace(/\bI've\b|\bI have\b/g, 'the rep has')
    .replace(/\bme\b/gi, 'the rep')
    .replace(/\bmy\b/gi, "the rep's");
  if (/\b[Ii]\b/.test(own)) return null;
  return own
    .replace(/\byours\b/gi, 'theirs')
    .replace(/\byour\b/gi, 'their')
    .replace(new RegExp(objectYou.source, 'gi'), '$1them')
    .replace(new RegExp(youAsObject.source, 'gi'), 'them')
    .replace(/\byou\b/gi, 'they');
}

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

/** "Send the quote by 2026-01-05"; with a date in its words already, the resolved one stands after it. */
export function withDue(description: string, due: string | null): string {
  if (due === null) return description;
  return saysWhen.test(description.slice(description.lastIndexOf(',') + 1))
    ? `${description} (${due})`
    : `${description} by ${due}`;
}

const saysWhen =
  /\b(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|quarter|year|morning|afternoon|evening|the \w+(?:th|st|nd|rd|first|second|third))\b/i;

/** For the middle of a sentence: names, abbreviations and "I" keep their capital. */
export function decapitalised(text: string): string {
  return /^(?:\p{Lu}[\p{Ll}']*|A)(?=[\s,]|$)/u.test(text) && startsPlainly.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

const startsPlainly =
  /^(?:the|they|their|they're|it|it's|that|this|these|those|there|a|an|some|every|everyone|our|we|we're|usually|agreed|do|send|get|check|have|share|call|follow|schedule|book|set|sign|prep|prepare|review|talk|speak|ask|confirm|put|meet|start|run|email|forward|find|look|draft|write|give|let|if|when|not|no|what|how|for|in|on|at|with|because|most|all|only|even|introduce|invite|bring|update|dig|pop|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half|both|same|make|work|take|go|come|reach|circle|discuss|double-check|return|pay|approve|order|fill|complete|add|move|split|extend|push|use|try)\b/i;
