import { needsNoArticle } from './noun-phrase.ts';

/** The one check of how a statement reads, whatever cut it: what fails it is written otherwise or left out. */

/** Words that speech is full of and a note has none of. */
const speech =
  /(?<![\p{L}'-])(?:u+m+|u+h+|e+r+m?|h+m+|yeah|yep|nah|okay|ok|hang on|hold on|haha|ain't|y'all|gonna|wanna|gotta|dunno|kinda|whatever|cause|'cause|'em|eh|oh|ah|ma'am|ma|sir|madam|mate|honey|sorry|please|thanks|thank you|i mean|they mean|you know|let's say|let me see)(?![\p{L}'-])/iu;
const anotherPerson = /(?<![\p{L}'-])(?:i|me|my|mine|myself|you|your|yours|yourself|ye)(?![\p{L}-])/iu;
const openEnd =
  /(?<![\p{L}'-])(?:the|an?|my|your|our|their|his|its|of|and|or|but|so|if|because|when|than|from|into|as|is|are|was|were|am|be|very|too|just|really|like|mean|it's|that's|there's|who|which|what|how|where|he|she|i|we|they|no|even|also|then|every|some|any|we've found)[\s,.]*$/iu;
// A clause may end in it ("what they budgeted for"), an order may not.
const openOrder = /(?<![\p{L}'-])(?:to|for|with|by(?<!^Put .*)|at|about)[\s,.]*$/iu;
// "Asking us to, they would", "the, whatever", "will planned": said again.
const brokenOff =
  /(?<![\p{L}'-])(?:the|an?|my|your|our|their|of|and|or|to|for|with|because|if|that's|it's|by)\s?,|(?<![\p{L}'-])(?:the|an?|their|our) (?:the|an?|our|their|this|that|these|those)(?![\p{L}'-])|\b(?:will|would|can|could) (?!(?:n|f|bl|br|s|w|h|sp|proc|succ|exc)eed|embed|shed)\p{L}{2,12}ed(?![\p{L}'-])/iu;
const marks = /["“”…?!;]|--|—|,\s*$/;

/** Whether words can be listed as they are: no speech, no other person, no beginning or end missing. */
export const readsWell = (text: string): boolean =>
  ![speech, anotherPerson, openEnd, brokenOff, marks].some((pattern) => pattern.test(text.replace(/\.$/, ''))) &&
  !repeatsWord(text);

/** "The the report", "no, no": compared word by word, since a pattern that refers back to itself is not linear. */
function repeatsWord(text: string): boolean {
  const words = text.toLowerCase().split(' ');
  return words.some((word, place) => {
    const said = word.replace(/,$/, '');
    return (
      /^\p{L}/u.test(said) &&
      /^[\p{L}'-]+/u.exec(words[place + 1] ?? '')?.[0] === said &&
      said !== 'had' &&
      said !== 'that'
    );
  });
}

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu) ?? [];

/** What an order says behind its verb and its recipient: "Send the prospect the new drawing" → "the new drawing". */
const afterRecipient = (order: string): string =>
  order.replace(
    /^\S+(?: (?:up|out|over|off|back|in|down|on|together))?(?: (?:to )?(?:the (?:rep|prospect)|\p{Lu}\p{Ll}+)(?=$| ))?\s?/u,
    '',
  );

/** "the new one, with a big stamp" → "the new one"; what begins with a preposition is all there is. */
function objectOf(order: string): string {
  const rest = afterRecipient(order);
  const [object = ''] = rest.split(/,| (?:with|for|from|on|in|to|by|at|as|about|until|before|after) /);
  return object === '' ? rest : object;
}

/** Verbs that say nothing without their object. */
const needsObject =
  /^(?:send|give|bring|get|put|do|have|take|make|submit|write|show|leave|hand|pass|post|order|check|email|mail|forward|share|keep|lock|issue|add|include|read|try|find|pick|fill|prepare|draft|sign|return|provide|deliver|hold|change|move|run|look|arrange|book|set|whatsapp|set up|draw)\b/i;
const noObject = new Set(
  'the a an this that these those some any one ones two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty ninety hundred thousand half both all it them him her hers his theirs ours mine own real new other same whole first last next thing things stuff lot bit way fast soon good early late person people somebody someone there here up out over off around back in down on by with without for from to of and or as at again through together fast quickly week weeks day days month time today tonight tomorrow monday tuesday wednesday thursday friday saturday sunday rep prospect option what how many much internal right proper good little big separately not no then so poor'.split(
    ' ',
  ),
);

/** Whether an order names what is to be done: its verb has its object, and nothing follows that belongs to other words. */
export function isOrder(text: string): boolean {
  const words = wordsIn(text);
  if (words.length < 2 || words.length > longestOrder || !readsWell(text) || strayQuestion(text)) return false;
  if (openOrder.test(text) || goesOn.test(text) || nothingNamed.test(text) || sendsName(text)) return false;
  return !needsObject.test(text) || wordsIn(objectOf(text)).some((word) => !noObject.has(plain(word)));
}

const longestOrder = 22;
// "Come for the old ones", "do a short one", "have the number", "put the test".
const nothingNamed =
  /(?<![\p{L}'-])ones?$|\p{L}'s$|^Have the \p{L}+$|^Put (?!.*\b(?:in|on|at|up|into|onto|through|under|with|to|for|as|by|aside|together|back|down|out|off)\b)/iu;
// "Send sandeep": a person, as a recorder without capitals writes one; things have an article or come in numbers.
const sendsName = (text: string): boolean => {
  const [, noun] = /^(?:Send|Bring|Get) (\p{Ll}+)$/u.exec(text) ?? [];
  return (
    noun !== undefined && !needsNoArticle.test(noun) && !/(?:data|access|feedback|proof|mail|paperwork)$/.test(noun)
  );
};
const plain = (word: string) => word.toLowerCase().replace(/'s$|[.,]+$/g, '');
const asks = /\b(?:ask|tell|check|know|see|find out|say|show|decide|confirm|explain|whether|write down|note)\b/i;
const strayQuestion = (text: string): boolean => /\S \S+ (?:what|how|why|who)(?: |$)/i.test(text) && !asks.test(text);
// A second subject: "come and take them the hotel's empty".
const goesOn =
  /\b(?:is|are|was|were|has) (?:a|an|the|not|empty|full|there|here)\b|(?<=\S \S+ )(?:the|a) \p{L}+'s (?:empty|full|there|here|gone)\b/iu;

/** What a slip of the cutter leaves in an order, taken out or put right. */
export function mended(order: string): string {
  return repairs.reduce((text, [pattern, other]) => text.replace(pattern, other), order).trim();
}

const ordinal = String.raw`first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\p{L}+(?:teenth|tieth)|eleventh|twelfth`;
const repairs: readonly (readonly [RegExp, string])[] = [
  [/^(\S+ the (?:rep|prospect)), (?=(?:the|a|an|that|this|his|her)\b)/i, '$1 '],
  [/\bthe own\b/gi, 'the'],
  [/\b(?:that|this|those|these|the) (the|an?)(?= )/gi, '$1'],
  [/\b(?:that|this) (?=(?:two|three|four|five|six) \p{L})/giu, 'the '],
  [/\ba (?=[aeio]\p{Ll}{2})(?!one\b|once\b|euro)/gu, 'an '],
  [/,? \b(?:the|an?|by|to|for|with|of|and),.*$/i, ''],
  // "Send the contract and the boss signs": what another person does is no part of the order.
  [
    /(?<=\S \S{1,30}) and (?:the|an?) (?:[\p{L}'.-]+ ){1,4}(?:signs|collects|comes|sends|brings|calls|pays|checks|will)\b.*$/iu,
    '',
  ],
  [new RegExp(String.raw` (?:by|on|before|until) the (?:\p{L}+[ -])?(?:${ordinal}|\d{1,2}(?:st|nd|rd|th))$`, 'iu'), ''],
  [/(?<=^\S+ (?:\S+ ){2,12})(?:what|how (?:many|much)|which) .*$/i, ''],
  [
    /,? (?:so|and|then|right|properly|good|fast|there|here|too|also|again|still|sooner|instead|at least|no matter what|sharp)$/i,
    '',
  ],
  [new RegExp(`, (?:${ordinal})$`, 'iu'), ''],
  [
    /(?:,? (?:the|an?|of|and|or|to|for|with|by(?<!^put .*)|at|as|from|until|before|after|the|your|our|their|that|which|who))+$/i,
    '',
  ],
  [/^Whatsapp\b/, 'WhatsApp'],
  [/^Come back to (?=the (?:rep|prospect))/, 'Get back to '],
  [/\s{2,8}/g, ' '],
];

/** Whether a clause can be told in the third person: a length that one reads, people who are known, and a main clause. */
export function isTold(text: string): boolean {
  const line = text.replace(/^Asks /, '').replace(/\.$/, '');
  const words = wordsIn(line);
  if (words.length < 3 || words.length > longestTold || !readsWell(line)) return false;
  if (words.length > mostWithoutComma && !line.includes(',') && runsLong(line)) return false;
  if (
    brokenPerson.test(line) ||
    addressed.test(line) ||
    onlyRelative.test(line) ||
    saidBy.test(line) ||
    (waits.test(line) && !/, | then /.test(line))
  )
    return false;
  const someone = /\b(?:he|she|him|hers?|his)\b/i.exec(line);
  return someone === null || person.test(line.slice(0, someone.index)) || names.test(line.slice(1, someone.index));
}

const longestTold = 25;
const mostWithoutComma = 15;
const runsLong = (line: string): boolean =>
  (line.match(/\b(?:is|are|was|were|has|have|had|will|can|could|would|do|does|did|they|we|it)\b/gi) ?? []).length > 4;
// "We have sent they neither", "they do they don't", "Desmond they tell us".
const brokenPerson =
  /\b(?:they|we) is\b|\b(?:sent|send|sends|give|gave|gives|show|showed|tell|tells|for|to|with|of|from|at) they\b|\b(?:[Tt]hey|[Ww]e|[Ii]t) (?:do|don't|are|have|can|will|is|was) (?:they|we|it)\b|^(?!(?:Everything|Anything|All|Whatever|What|How|If|When|Because|Once|As|Since|Before|After|Until|While|Unless|Although|Though|Where|That|So|Today|Tomorrow|Yesterday|Now|Then|Here|Maybe|Sometimes|Usually|Normally|Whether|\p{L}+day)\b)\p{Lu}\p{Ll}+ (?:they|we)(?:'\p{L}+)? /u;
// "Craig, it is too small", "Two, that they": a person spoken to, or a count.
const addressed =
  /^(?!(?:Otherwise|Sometimes|Today|Tomorrow|Yesterday|Instead|However|Then|Now|Later|Currently|Usually|Normally|Honestly|Also|First|Still)\b)\p{Lu}[\p{L}.'-]*(?: \p{Lu}\p{Ll}+)?, /u;
const onlyRelative =
  /^(?:an?|the|their|our|one|somebody|someone) (?:[\p{L}-]+ ){1,5}(?:that's|who's|which is|that's)(?: |$)(?!.*, )/iu;
const saidBy = /,? (?:he|she|they|i) (?:says?|said|told \p{L}+)$/iu;
const waits = /^(?:if|when|once|because|since|unless|although|though|before|after|as soon as|while|only if)\b/i;
const person =
  /\b(?:man|woman|wife|husband|boss|brother|sister|father|mother|son|daughter|partner|owner|manager|director|guy|lad|girl|boy|engineer|driver|accountant|lawyer|colleague|doctor|nurse|chef|technician|somebody|someone|anybody|nobody|who|uncle|aunt|cousin|chairman|president|bishop|pastor|teacher|inspector|auditor|secretary|treasurer|customer|guest|patient|foreman|supervisor|buyer|planner|landlord|neighbou?r)\b/i;
const names = /\b\p{Lu}\p{Ll}{2,}/u;

/** Whether a decision says to a stranger what was settled: a term, and no "it" for what is named elsewhere. */
export const isTerm = (text: string): boolean =>
  readsWell(text) &&
  wordsIn(text).length >= 3 &&
  wordsIn(text).length <= longestTold &&
  !elsewhere.test(text) &&
  !ofCalendar.test(text) &&
  (text.includes(',') || !runsLong(text)) &&
  !(waits.test(text) && !text.includes(','));

// "The first of August is a Saturday": there is nothing to settle.
const ofCalendar = /\b(?:is|'s|are) (?:an? |on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/i;
// "It's month by month", "the rep will stand it up", "they'd like": no term, or it is not known of what.
const elsewhere =
  /^(?:it|that|this|those|these|he|she|there)\b|^(?:we|they|the (?:rep|prospect))(?:'d| would)? (?:like|need|want|have to|misspoke|think|know|say|hope)\b|^(?:we|they|the (?:rep|prospect))(?:'ll| will| can)? \p{L}+(?: out| up| back)? (?:it|them|that|him|her|those)(?: \S+){0,4}$|\b(?:it's|that's|that|them|it|ourselves|themselves|myself)$|^(?:(?:for|at|in|on|with) (?:\p{L}+ ){0,5})?\p{L}+(?: \p{L}+)?, (?:it|we|they|that)\b/iu;
