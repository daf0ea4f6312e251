/** What was said of a deed from its verb on, cut where the clause ends: also in speech without punctuation. */
export function clauseOf(words: string): string {
  const said = fluent(words);
  const told = complement.exec(said)?.[0].length ?? 0;
  const after = said.slice(told);
  const end = Math.min(
    startOf(pause, said),
    ...[...ends.map((pattern) => startOf(pattern, after)), endOfSubclause(after, told > 0), endOfSpeech(after)].map(
      (at) => at + told,
    ),
  );
  return said.slice(0, end === Infinity ? undefined : end).replace(looseEnd, '');
}

const startOf = (pattern: RegExp, text: string) => pattern.exec(text)?.index ?? Infinity;

const determiner = 'the|a|an|my|your|our|his|their|its|this|some|some of the';
const preposition = 'for|with|to|at|in|on|of|from|about|by|into';

/** Without hesitation, asides and what was begun and said again. */
export function fluent(words: string): string {
  const plain = words
    .replace(/[’‘]/g, "'")
    .replace(/(?<![\p{L}'])(?:u+m+|u+h+|e+r+m?|h+m+)(?![\p{L}'-])[,.…]*\s?/giu, '')
    .replace(asides, ' ')
    .replace(restart, '')
    .replace(brokenNoun, '')
    .replace(/(?<=[a-z]) '?em(?![\p{L}'])/giu, ' them')
    .replace(/ {2,8}/g, ' ')
    .trim();
  return withoutRepeats(plain);
}

const bare = (word: string) => word.toLowerCase().replace(/[,.…—–-]{1,3}$/, '');
const article = /^(?:the|a|an|my|your|our|this)$/;

/** "For the, for four thousand", "the, the agreement": what is said again counts. */
function withoutRepeats(text: string): string {
  const words = text.split(' ');
  const plain = words.map(bare);
  const isAnew = (at: number) => plain[at] !== '' && /\p{L}/u.test(plain[at] ?? '') && plain[at] === plain[at + 1];
  const isAfterArticle = (at: number) =>
    article.test(plain[at + 1] ?? '') && words[at + 1] !== plain[at + 1] && plain[at] === plain[at + 2];
  let skipped = -1;
  return words
    .filter((_, at) => {
      if (isAfterArticle(at)) skipped = at + 1;
      return at > skipped && !isAnew(at) && !isAfterArticle(at);
    })
    .join(' ');
}

const asides =
  /(?<![\p{L}'])(?:, )?(?:you know|i mean|sort of|kind of|or whatever|or something(?: like that)?|and (?:all )?(?:that|stuff|things)(?= ?[,.]|$)|like i said|as i said|i think|i guess|i suppose|please|kindly|obviously|honestly|basically|definitely|actually|really|just|quickly|personally|by the way|of course|if you (?:like|want|don't mind|wouldn't mind|could|can|please)|wee|lovely|right (?=in|on|over|to)|straight (?=in|on|over|to|into)|properly|(?:by )?(?:myself|ourselves|yourself)|anyway|anyways)(?![\p{L}'])(?:,(?= ))?/giu;
// "Tell Kelly to, I'll put it on hold": said again.
const restart = new RegExp(
  String.raw`^.{0,60}?\b(?:${determiner}|${preposition}|and|or)(?:,|…|\.\.\.| ?[—–-]) ?(?:i|we)(?:'ll| will| can| could|'m going to| am going to)\s+(?=\p{L})`,
  'iu',
);
const brokenNoun = new RegExp(
  String.raw`(?<![\p{L}'])(?:the|a|an|my|your|our)(?:,|…|\.\.\.| [—–-]) ?(?=(?:${determiner}) )`,
  'giu',
);

const looseEnd = new RegExp(
  String.raw`(?<![\s,])(?:[\s,]+(?:for|with|to|at|of|from|into|until|till|before|after|around|or|and|so|then|because|but|sometime|say|maybe|perhaps|also|too|as well|again|if|when|that|anyway|though|sir|ma|ma'am|mate|madam|honey|darling|bro|buddy|okay|ok|alright|right|yeah|yes|no|thanks|thank you|sure|either|right away|straight away|the|a|an|my|your|our|in case|at least|at the latest|at the very latest|not|is|are|it's|i|we)){1,8}[\s,.]*$`,
  'i',
);

const subject = "(?:i|we|you|y'all|ye|he|she|they|it|that|this|there|what|who|nobody|somebody|everybody|everyone)";
const auxiliary =
  "(?:is|are|am|was|were|will|would|can|could|have|has|had|do|don't|does|doesn't|did|might|may|must|should|shall|won't|can't|cannot|know|mean|guess|suppose|see|hope|believe|just|never|always)";
// "Tell him it was for the machine": what follows "tell him" is no separate clause.
const complement = new RegExp(
  String.raw`^(?:(?:tell|remind|ask|show|check|find out|see|make sure|confirm|let)(?: (?!and |so |but |or )[^\s,]+){0,4}? (?:if|whether|that|what|how|when|where|why|who|which) \S+(?: \S+)?|tell(?: (?!and |so |but |or )[^\s,]+){1,2} ${subject}(?:'\w{1,3})? [\p{L}']+)`,
  'iu',
);
const pause = /[;:!?…]|(?<!\b(?:mr|mrs|ms|dr|st|no))\.(?=\s|$)|\.\.\.| [—–-] ?|—/i;
const ends: readonly RegExp[] = [
  new RegExp(
    String.raw`,\s*(?:(?:and|or|then|so|but)\s+)?(?:then\s+|maybe\s+|perhaps\s+)?${subject}(?:'\w{1,3})?(?=\s|$|,)`,
    'i',
  ),
  /,\s*(?:so|because|cause|'cause|since|but|which|who|whose|where|when|whenever|if|unless|once|while|as|okay|ok|alright|right|yeah|yes|no|not|then|otherwise|though|even|honest|honestly|please|thanks|thank|sure|eh|huh|love|mate|pal|sir|ma'am|madam|honey|dear|darling|hey|would|will|shall|should|could|can|do|does|did|is|are|isn't|just|depends|how|what|why|maybe|perhaps|probably|only|let|tell|before|after|until|till|except|now|first|anyway|in case)(?![\w'])/i,
  /,\s*(?:(?:Mr|Mrs|Ms|Dr|Mister)\.? )?(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\p{Lu}\p{Ll}+[.!]?$/u,
  new RegExp(
    String.raw`\s(?:and |then |so |but )*(?:(?:i|we|you|y'all|he|she|they|it|that|there|this|what|who)'(?:ll|m|re|ve|d|s)|(?<!\b(?:if|whether|that|what|how|when|where|why|who|which|because|before|after|until|as|than|once|while|sure|see|so|everything|anything|something|all|thing|things|way|one|ones) )(?:i|we|you|ye|he|she|they|it|there) ${auxiliary})(?=\s|$)`,
    'i',
  ),
  /\s(?:and|so|then|but|or) (?:then )?(?:i|we|you|he|she|they|it|there|that's|what|how|when|if|maybe|also (?:i|we|you))(?= )/i,
  /(?<!\b(?:if|whether|that|what|how|when|where|why|who|which|everything|anything|all|sure|and|or)) (?:you|ye) (?:want|need|have|get|give|see|should|might|may|were|put|take|go|come|tell|say|sign|pay|look|read|call|ring|let|are)(?= \S)/i,
  // Speech without punctuation: "ring stuart he's away", "dress it is somebody there".
  /(?<!\b(?:ask|know|see|check|tell) (?:me |you |us |him |her )?)\s(?:is|are|do|don't|does|doesn't|did|can|can't|could|would|will|won't|shall|should|have|what|how|where|why|who|when)(?:'s)? (?:you|i|we|it|that|he|she|they|there|somebody|anybody|ye|y'all)(?= )/i,
  /(?<=\w{2})\s(?:because|cause|'cause|otherwise|unless|in case|so (?:that|you|i|we|he|she|they|it|the)|but|whenever|as soon as|no problem|no worries|thank you|thanks|okay|ok|alright|yeah|oh|and so|and then|or else|just in case|i mean|good (?:morning|afternoon|evening|night)|goodbye|bye|hang on|hold on|the (?:minute|moment|second)(?= (?:i|we|you|he|she|they|it)\b)|not (?:to|for|just|from) (?=\w)|let me)(?![\w'])/i,
  /(?:,|(?<=^\S+),?) (?:(?:my|our|your|the|his|her) )?[\p{L}-]+(?:'ll| will|'s going to| is going to)(?= )/iu,
];

const asksOrTells =
  /\b(?:ask|check|see|find out|tell|know|confirm|decide|say|show|explain|discuss|work out|figure out|remember|verify|clarify|wonder|make sure|look at|remind|note)\b/i;
const subclause = /\s(?:if|when|where|once|while|before|after|until|till|since|then|than|as)(?=\s)/gi;

/** "When", "if" and "before" go on with something else, but for what is asked or told: "ask him if they take cards". */
function endOfSubclause(text: string, told: boolean): number {
  for (const match of text.matchAll(subclause)) {
    const before = text.slice(0, match.index);
    const word = match[0].trim().toLowerCase();
    if (word === 'than' || (word === 'as' && !/^ as (?:i|we|you|he|she|they|it|soon) /i.test(text.slice(match.index))))
      continue;
    if (word === 'before' || word === 'after' || word === 'until' || word === 'till' || word === 'then')
      return match.index;
    if (!told && !asksOrTells.test(before)) return match.index;
  }
  return Infinity;
}

const nominative = /(?<=(\p{L}+)),? (?:i|we|he|she|they)(?: (\p{L}+))?(?=[ ,.]|$)/giu;
const opensSubclause =
  /^(?:if|whether|that|what|how|when|where|why|who|which|because|before|after|until|as|than|once|while|sure|see|so|everything|anything|something|all|and|or|with)$/i;
const past =
  /^(?:talked|discussed|spoke|said|mentioned|showed|sent|gave|asked|agreed|want|wanted|need|needed|had|saw|used|got|bought|ordered|promised|looked|made|wrote)$/i;

/** A new subject begins a new clause, but for "the price we agreed". */
function endOfSpeech(text: string): number {
  for (const match of text.matchAll(nominative)) {
    const [, before = '', verb = ''] = match;
    if (!opensSubclause.test(before) && !past.test(verb)) return match.index;
  }
  return Infinity;
}
