import { clauseOf } from './clause.ts';
import type { Speaker } from './summary-engine.ts';
import { capitalised, nameOfSide, otherSide, tidy } from './wording.ts';

/** "send you the contract, so you can look" said by the rep → "Send the prospect the contract" */
export function imperative(action: string, speaker: Speaker, owner: Speaker): string {
  return capitalised(tidy(withPersons(plainVerb(clauseOf(action), owner), speaker, owner)));
}

const toSpeaker = '(?:you|ye|me|us)(?: guys| all| both| two)?';
// OTHER is the side that does not do it: "call back" and "come by" name no one, and in a request "you" would be the owner.
const rewrites: readonly (readonly [RegExp, string])[] = [
  [/^make (?:(?:my|our|your) minds? up|up (?:my|our|your) minds?)\b/i, 'decide'],
  [
    new RegExp(
      String.raw`^give (${toSpeaker}|him|her|them|[\p{L}]{2,20}) (?:a|another|one) (?:quick |wee )?(?:call|ring|shout|bell|buzz|phone|tinkle)(?: back)?\b`,
      'iu',
    ),
    'call $1',
  ],
  [/^(?:call|ring|phone) back(?= (?:on|at|about|with)\b|$)/i, 'call OTHER back'],
  [/^try (you|me|us)(?: again| back)?(?= (?:on|at|in)\b|$)/i, 'call $1'],
  [/^(?:ring|phone|buzz) (?=\p{L})/iu, 'call '],
  [/^(?:call|ring) up /i, 'call '],
  [
    /^(?:shoot|drop|fire|ping|fling|fire off|whip)(?: (?:over|off|across))? (?=(?:you|me|us|that|it|this|those|these|the|an?|some) )(?!.{0,40}\b(?:off|box|in(?:to)? the)\b)/i,
    'send ',
  ],
  [
    new RegExp(
      String.raw`^(?:get|have) (?=(?:the|an?|that|those|these|all|some|your|my|our)\b.{1,60} (?:over |across |out |back )?to ${toSpeaker}\b)`,
      'i',
    ),
    'send ',
  ],
  [/^(send|email|e-mail|mail|forward|share|ship|pass|text)(?: on)? (?:over|across|along|off) (?=\S)/i, '$1 '],
  [
    new RegExp(
      String.raw`^(send|email|e-mail|mail|forward|text|show|give|bring)(?: over| across)? to (${toSpeaker}) (?=\S)`,
      'i',
    ),
    '$1 $2 ',
  ],
  [
    /^((?:re)?send|e-?mail|mail|forward|text|get|share) (you|me|us)(?: guys| all| both)? (?:over|across|back|through|out) (?=\S)/i,
    '$1 $2 ',
  ],
  [/(?<=\S) (?:over|across|out|through|along|off) to (?=you\b|me\b|us\b|the\b)/i, ' to '],
  // "Take the clause out" means something else without its last word.
  [
    /(?<=^(?:(?:re)?send|e-?mail|mail|forward|share|text|post|ship|get|bring|pass)\b.{1,80}) (?:over|across|out|through|along)$/i,
    '',
  ],
  [/^let (you|me|us|him|her|them|[\p{L}]{2,20}) know\b(?= \S)/iu, 'tell $1'],
  [/^(tell (?:you|me|us|him|her|them)) if\b/i, '$1 whether'],
  [/^(?:see|check|find out) if\b/i, 'check whether'],
  [
    /^(?:be with|come (?:out |over |up |down |round |by )?to|come (?:and )?see|see|come (?:over|round|out) (?:and|to) see) (?:you|ye|me|us)\b(?! (?:do|doing)\b)/i,
    'meet OTHER',
  ],
  [/(?<=\S \S{1,30} \S{1,30}) for (?:you|ye|me|us)$/i, ''],
  [/^((?:bring|take|have)\b.*) with (?:me|us)\b/i, '$1'],
  [
    /^(?:come|pop|drop|swing|stop|call|pass|be)(?: (?:by|over|round|out|in|down|up|across|there|around))*(?: to (?:you|ye|me|us))?$/i,
    'visit OTHER',
  ],
  [/\b(?:gonna)\b/gi, 'going to'],
  [/\b(?:wanna)\b/gi, 'want to'],
];

/** The verb that a colleague would write for it. */
function plainVerb(words: string, owner: Speaker): string {
  const other = nameOfSide(otherSide(owner));
  return rewrites.reduce((text, [pattern, plain]) => text.replace(pattern, plain.replace('OTHER', other)), words);
}

const modals =
  /^(?:will|would|can|could|should|might|may|must|shall|had|was|were|did|said|sent|gave|saw|got|told|spoke|bought|made|wrote|put|took|never|always|also|just|all|both|\p{L}{2,20}ed|the|an?|to|in|on|at|with|for|from|and|or|by|about|this|that|over|back|up|out|as|there|here|directly|some|my|our|your|one|two|three|more|all|again|through)$/iu;
const irregular: Readonly<Record<string, string>> = {
  need: 'needs',
  proceed: 'proceeds',
  are: 'is',
  am: 'is',
  have: 'has',
  do: 'does',
  "don't": "doesn't",
  go: 'goes',
};
const inflected = (verb: string) => {
  const known = irregular[verb.toLowerCase()];
  if (known !== undefined) return known;
  if (modals.test(verb)) return verb;
  if (/(?:s|x|ch|sh|z)$/i.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/i.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
};

/** I and my become the speaker's side, you and your the other; of the owner's own things only "the" is left. */
function withPersons(text: string, speaker: Speaker, owner: Speaker): string {
  const [own, other] = [nameOfSide(speaker), nameOfSide(otherSide(speaker))];
  const possessive = (side: string) => (side === nameOfSide(owner) ? 'the' : `${side}'s`);
  return text
    .replace(/\b(?:both of you|you (?:both|guys|all|lot)|you two(?! \p{L}+s\b)|y'all)\b/giu, 'you')
    .replace(/\b(?:mine|ours)\b/gi, `${own}'s`)
    .replace(/\byours\b/gi, `${other}'s`)
    .replace(/\b(?:my|our) own\b/gi, `${own}'s own`)
    .replace(/\b(?:my|our)\b/gi, possessive(own))
    .replace(/\byour\b/gi, possessive(other))
    .replace(/(?<=\S )(i|we|you)'(ll|m|re|ve|d)\b/gi, (_, who: string, end: string) => {
      const verb = { ll: 'will', m: 'am', re: 'are', ve: 'have', d: 'would' }[end.toLowerCase()] ?? '';
      return `${who} ${verb}`;
    })
    .replace(
      /(?<=\b(?:if|whether|that|what|how|when|where|why|who|which|everything|anything|all|\p{L}{3,20}) )(i|we)(?: ([\p{L}']+))?(?=[\s,.]|$)/giu,
      (_, _who: string, verb?: string) => (verb === undefined ? own : `${own} ${inflected(verb)}`),
    )
    .replace(
      /(?<=\b(?:if|whether|that|what|how|when|where|why|which|everything|anything) )you(?: ([\p{L}']+))?(?=[\s,.]|$)/giu,
      (_, verb?: string) => (verb === undefined ? other : `${other} ${inflected(verb)}`),
    )
    .replace(/\b(?:me|us)\b/gi, own)
    .replace(/\b(?:I|i|we)\b/g, own)
    .replace(/\b(?:you|ye)\b/gi, other);
}
