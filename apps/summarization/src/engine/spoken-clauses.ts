/** Speech as clauses: without hesitation, restarts and doubled words; each could stand alone as a statement or a question. */

export interface SpokenClause {
  readonly text: string;
  readonly question: boolean;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const hesitations = set('um umm uh uhm er erm eh ehm hm hmm mm ah oh');
const auxiliaries = set(
  "am is are was were isn't aren't wasn't weren't have has had haven't hasn't hadn't do does did don't doesn't didn't can could can't cannot couldn't will would won't wouldn't should shouldn't shall may might must ain't",
);
const pronouns = set(
  'i we you he she it they there this that these those nobody everybody everyone somebody someone who',
);
const contracted = /^(?:i|we|you|he|she|it|they|there|that|this|who|nobody|everything|everyone)'(?:m|s|re|ve|d|ll)$/;
const shortened = /^[a-z]{3,}'(?:ll|d|ve|re)$/;
const adverbs = set('never not also just ever always already really only still even');
const demonstratives = set('this that these those there');
const verbs = set(
  'needs costs takes comes goes makes works gives means runs keeps pays wants gets says holds stands covers lasts looks seems fits starts ends applies stays loses includes breaks falls knows thinks likes likes leaves brings depends happens sounds feels offers saves asks charges drops stops uses helps carries turns rises reads sits went came took gave got made said told paid lost broke fell cost kept left ran stood sold bought brought thought stopped failed happened',
);
const functionWords = set(
  'the a an my your our their his her its this that these those of in on at for with from by to into onto over under about and or but so because if when than as not very too also just only then there here what which who whose where how why whether while until till i me we us you he him she it they them',
);
const subordinators = set(
  'if when because unless while although though whereas than which who whose where whether even that so',
);
/** Before a subject these open a clause, else they are prepositions: "since we met", "since May". */
const halfway = set('once until since after before as like');
const questionWords = set('what which who whose where how why when');
const loose = set(
  "the a an my your our their his and or but because if when than of from into very really just is are was were am be been being i we he she they it's that's i'm i've there's we're they're you're he's she's i'll i'd who's what's which who not to with for at that as what cause",
);
const unfinished = new Set(
  [...loose].filter((word) => !['that', 'for', 'with', 'at', 'not', 'to', 'is'].includes(word)),
);
const brokenOff = set(
  "a an the my your our their his of and or but because if that's it's he's she's there's i'm you're we're they're i've we've you've i'd i'll i we",
);
/** After these a clause goes on, also without a comma: "everything we have", "I think they won't". */
const binding = set(
  'if whether that what how when where why who which because and but or once until as than before after sure see so think thinks thought know knows knew say says said hope guess suppose mean means believe told tell tells wish feel afraid worried everything all something anything nothing thing things way time day one ones reason while though although unless since like case moment every only even just not never well now then the a to of for with',
);
const conjunctions = set('and but so or then');

export const bare = (word: string): string => {
  const lower = word.toLowerCase();
  // Nearly every word: it is not searched for what could be cut off.
  if (/^[a-z](?:[a-z']*[a-z])?$/.test(lower)) return lower;
  return lower.replace(/^[^\p{L}\p{N}$€£]{1,4}|[^\p{L}\p{N}%]{1,4}$/gu, '');
};
const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');
const stem = (word: string): string => bare(word).replace(/'\w{1,3}$/, '');

export function spokenClauses(raw: string, question: boolean): readonly SpokenClause[] {
  const whole = /\?["'”’)\]]*$/.test(raw);
  const plain = unhesitating(written(raw.replace(/[‘’]/g, "'").replace(/\s+/g, ' ').trim()));
  const pieces = plain
    .split(/[;:…]\s|(?<!\b(?:Mr|Mrs|Ms|Dr|St))[.!?]\s(?=\p{Lu})|\s[—–-]{1,3}\s?|—|\.{2,3}\s?/u)
    .flatMap((part) => punctuated(part))
    .flatMap((part) => unpunctuated(part))
    .map((part) => withoutOpeners(part))
    .filter((part) => part !== '');
  return pieces.map((text, index) => ({
    text: text.replace(/[\s,.;:!?–—-]{1,9}$/, ''),
    question: asksAtStart(text) || ((whole || question) && index === pieces.length - 1),
  }));
}

/** Short forms as they are written: "'em" is "them", and "gonna" is "going to". */
const written = (text: string): string =>
  shortForms.reduce((plain, [pattern, full]) => plain.replace(pattern, full), text);
const shortForms: readonly (readonly [RegExp, string])[] = [
  [/(?<= )'em(?![\p{L}'])/giu, 'them'],
  [/\bgonna\b/gi, 'going to'],
  [/\bwanna\b/gi, 'want to'],
  [/\bgotta\b/gi, 'have to'],
  [/(?<![\p{L}])'cause\b/giu, 'because'],
];

/** Without "um" and words said twice; what is begun again counts as it was said the second time. */
function unhesitating(text: string): string {
  const words = wordsOf(text.replace(asides, '')).filter((word) => !hesitations.has(bare(word)));
  for (let length = 5; length > 0; length -= 1)
    for (let at = 0; at + 2 * length <= words.length; at += 1)
      if (repeats(words, at, length)) {
        words.splice(at, length);
        at -= 1;
      }
  return restarted(words.join(' ').split(', '));
}

const asides =
  /,\s?(?:you know|i mean|like|you see|i don't know|let's say|say|i'm (?:just )?(?:telling you|saying)|i tell you|sort of|kind of|well|look|right|honestly|to be honest|frankly|i suppose|i guess|of course|actually)(?=,)/gi;

function repeats(words: readonly string[], at: number, length: number): boolean {
  for (let offset = 0; offset < length; offset += 1) {
    const word = bare(words[at + offset] ?? '');
    if (word === '' || /^\d/.test(word) || word !== bare(words[at + length + offset] ?? '')) return false;
    if (/[.!?]$/.test(words[at + offset] ?? '')) return false;
  }
  return true;
}

/** "We can't pay for the, we can't pay that": from where the second attempt begins. */
function restarted(chunks: readonly string[]): string {
  let text = chunks[0] ?? '';
  for (const next of chunks.slice(1)) {
    const words = wordsOf(text.slice(text.lastIndexOf(';') + 1));
    const last = bare(words.at(-1) ?? '');
    if (!loose.has(last)) {
      text += `, ${next}`;
      continue;
    }
    const again = words.findLastIndex((word) => stem(word) === stem(next.split(' ')[0] ?? ''));
    if (again >= 0) text = `${text.slice(0, text.lastIndexOf(';') + 1)} ${[...words.slice(0, again), next].join(' ')}`;
    else if (words.length <= 2) text = `${text.slice(0, text.lastIndexOf(';') + 1)} ${next}`;
    // What was broken off says nothing: only what follows may.
    else if (brokenOff.has(last)) text += ` ; ${next}`;
    else text += `, ${next}`;
  }
  return text.trim();
}

/** At commas between statements: "It's small, we need more". */
function punctuated(part: string): string[] {
  const [first = '', ...chunks] = part.split(', ');
  const clauses: string[] = [];
  let current = first;
  for (const chunk of chunks) {
    if (tag.test(chunk) || vocative.test(chunk)) continue;
    const next = chunk.replace(/^(?:and|but|so|or)\s/i, '');
    const joined = opensClause(wordsOf(next)) || leadsOn(current);
    if (!joined && !waits(current) && isFullClause(current) && (isFullClause(next) || asksAtStart(next))) {
      clauses.push(current);
      if (next !== chunk) clauses.push(...whole(`${current}, ${chunk}`));
      current = next;
    } else current += `, ${chunk}`;
  }
  return [...clauses, current];
}

/** "It takes two weeks, and our people do the work": short enough to be said in one. */
const whole = (text: string): string[] => (wordsOf(text).length <= longestJoined ? [text] : []);
const longestJoined = 18;

/** "…, but with the transport": what follows belongs to it. */
function leadsOn(current: string): boolean {
  const last = current.slice(current.lastIndexOf(', ') + 2);
  const [first = ''] = wordsOf(last);
  return (
    last !== current &&
    (conjunctions.has(bare(first)) || opensClause(wordsOf(last))) &&
    !isFullClause(last.slice(first.length + 1))
  );
}

const tag =
  /^(?:(?:is|are|was|were|do|does|did|has|have|can|could|would|will)(?:n't)? (?:it|that|they|we|you|he|she|i|there)|right|no|yes|yeah|eh|huh|okay|ok|you know|then|though|sir|madam|ma'am|mate|love|dear|honey|my friend|my dear(?: \w+)?|please|thanks|thank you|as well)[.!?]{0,3}$/i;
// "It's too small, Paul."
const vocative = /^(?!\p{Lu}\p{Ll}{1,8}day)(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}\p{Ll}{1,20}[.!?]{0,3}$/u;

/** A recorder without punctuation: "it costs too much we have two shops" are two. */
function unpunctuated(part: string): string[] {
  const words = wordsOf(part);
  const clauses: string[] = [];
  let start = 0;
  for (let at = 2; at + 2 < words.length; at += 1) {
    const before = bare(words[at - 1] ?? '');
    if (!startsClause(words, at) || /,$/.test(words[at - 1] ?? '')) continue;
    const conjunction = conjunctions.has(before);
    if (!conjunction && determiners.has(bare(words[at] ?? '')) && functionWords.has(before)) continue;
    const end = conjunction ? at - 1 : at;
    if (!conjunction && binding.has(before)) continue;
    const left = words.slice(start, end).join(' ');
    const right = words.slice(at).join(' ');
    if (waits(left) || !(isFullClause(left) || asksAtStart(left)) || !isFullClause(right)) continue;
    if (conjunction && end - start < 4) continue;
    clauses.push(left);
    if (conjunction) clauses.push(...whole(`${left} ${before} ${right}`));
    start = at;
  }
  return [...clauses, words.slice(start).join(' ')];
}

/** "If it rains" waits for its main clause. */
function waits(text: string): boolean {
  const [first = ''] = wordsOf(text);
  return (opensClause(wordsOf(text)) || bare(first) === 'what') && finiteVerbs(wordsOf(text)) < 2;
}

function opensClause(words: readonly string[]): boolean {
  const [first = '', second = ''] = words.map(bare);
  return (
    subordinators.has(first) ||
    (halfway.has(first) && (pronouns.has(second) || contracted.test(second) || determiners.has(second)))
  );
}

function startsClause(words: readonly string[], at: number): boolean {
  const word = bare(words[at] ?? '');
  if (contracted.test(word)) return true;
  if (/^(?:it|he|she)$/.test(word) && /^[a-z]{3,}[^s']s$/.test(bare(words[at + 1] ?? ''))) return true;
  if (determiners.has(word)) return [2, 3, 4].some((further) => auxiliaries.has(bare(words[at + further] ?? '')));
  return pronouns.has(word) && word !== 'who' && auxiliaries.has(bare(words[at + 1] ?? ''));
}

const determiners = set('the my our your their his her');

const asksAtStart = (text: string): boolean => {
  const [first = '', second = '', third = ''] = wordsOf(text).map(bare);
  if (auxiliaries.has(first)) return pronouns.has(second) || functionWords.has(second);
  if (/^(?:who|what|where|how|why|when)'(?:s|re|d|ll)$/.test(first)) return true;
  return (
    questionWords.has(first) &&
    (auxiliaries.has(second) || (/^(?:much|many|long|often|about|if)$/.test(second) && auxiliaries.has(third)))
  );
};

const relative = set('that which who');

/** How many verbs with a subject that are not in a relative clause. */
function finiteVerbs(words: readonly string[]): number {
  let count = 0;
  for (const [at, word] of words.entries()) {
    const here = bare(word);
    const next = bare(words[at + 1] ?? '');
    const before = bare(words[at - 1] ?? '');
    if (next === '' || (at > 1 && relative.has(before)) || (at > 0 && relative.has(here))) continue;
    if (contracted.test(here) || shortened.test(here)) count += 1;
    else if (pronouns.has(here) && !auxiliaries.has(next) && !functionWords.has(next) && !/ing$/.test(next)) {
      // "This year", and "you" or "it" as the object of a verb before it.
      const object =
        (here === 'you' || here === 'it') && count > 0 && !joining.has(before) && !/,$/.test(words[at - 1] ?? '');
      if (before !== 'to' && !demonstratives.has(here) && !object) count += 1;
    } else if (
      auxiliaries.has(here) &&
      at > 0 &&
      before !== 'to' &&
      !auxiliaries.has(before) &&
      !contracted.test(before) &&
      !shortened.test(before)
    )
      count += 1;
    else if (
      verbs.has(here) &&
      at > 0 &&
      !adverbs.has(before) &&
      !functionWords.has(before) &&
      !auxiliaries.has(before) &&
      !pronouns.has(before) &&
      !contracted.test(before)
    )
      count += 1;
  }
  return count;
}

// More verbs than words that join them: several statements without a stop.
const joining = set(
  'and but or so because if when that which who what how why where than as until while although though since after before once unless whether think thinks thought know knows said says say hope guess mean means told feel sure afraid wish everything all thing things way',
);

export function runsOn(words: readonly string[]): boolean {
  return finiteVerbs(words) - words.filter((word) => /,$/.test(word) || joining.has(bare(word))).length > 1;
}

const imperatives = set(
  'tell give look thank let say take ask put bring call forget leave remember make keep stop wait come go show send get',
);

export function isFullClause(text: string): boolean {
  const words = wordsOf(text);
  const [first = '', second = ''] = words.map(bare);
  if (words.length < 3 || unfinished.has(bare(words.at(-1) ?? '')) || asksAtStart(text)) return false;
  if (
    imperatives.has(first) ||
    /^(?:who|what|where|how|why|when)'/.test(first) ||
    (questionWords.has(first) && !/^(?:what (?!if|about|happens).* (?:is|was)|when) /i.test(text))
  )
    return false;
  if (/["“”]/.test(text) || (first === 'that' && pronouns.has(second))) return false;
  if (/^(?:not?|yes|yeah)$/.test(first) && /^(?:not|yet|no|please|yes)$/.test(second)) return false;
  const joint = words.findIndex(
    (word, at) => at > 0 && (bare(word) === 'because' || (conjunctions.has(bare(word)) && startsClause(words, at + 1))),
  );
  if (joint > 0 && finiteVerbs(words.slice(0, joint)) === 0) return false;
  if (runsOn(words)) return false;
  const needed = (opensClause(words) && first !== 'that') || questionWords.has(first) ? 2 : 1;
  return finiteVerbs(words) >= needed;
}

const openers =
  /^(?:(?:ok(?:ay)?|so|but|well|and|or|honestly|yeah|yes|yep|aye|um|uh|look|listen|see|though|i mean|you know|you see|anyway|actually|frankly|oh|hmm|alright|all right|now|obviously|basically|also|plus|because|cause|then|fine|of course|to be honest|to be fair|truth be told|as i said|like i said|the (?:thing|trouble|problem|issue|truth|fact) is(?: that)?|my (?:worry|problem|concern|point|question) is(?: that)?|(?:all )?i(?:'m| am) (?:only |just |also )?(?:saying|telling you)(?: that)?|i care that|i(?:'m asking| am asking| ask) (?:only |just )?because|another thing|one more thing|excuse me|forgive me|i'm sorry|(?:ha|eh|em|ay|la)|i (?:just |also |still )?(?:think|guess|suppose|reckon|mean|know|said|say|believe|told you)(?: that)?|i(?:'ll| will| have to| must)? (?:be (?:honest|straight|frank|plain)(?: with you)?|tell you (?:honestly|straight|now|that|something))|i won't lie|i'm not going to lie|i've got to be honest|it's just(?: that)?|me|young man|sir|madam|ma'am|my (?:friend|dear(?: boy)?)|mate|love|dear|honey)(?=[\s,.:;!])[\s,.:;!]{1,4}|(?:no|nah|naw|right|great|perfect|exactly|correct|absolutely|sure|true|good|fair enough|got it|interesting|thanks|sorry)[,.!;:]{1,3}\s|no (?=(?:i|we|you|he|she|it|they|that|this|there|the|all)\b)){1,9}/i;

/** "Look, I think it's too small" is "It's too small". */
function withoutOpeners(text: string): string {
  const rest = text.replace(openers, '');
  return /^[\s.,;:!?–—-]*$/.test(rest) ? '' : rest;
}
