import type { Dialogue } from './dialogue.ts';
import { plainText } from './dialogue.ts';
import type { Speaker } from './summary-engine.ts';
import { kindOf } from './verbs.ts';
import { asVerb } from './wording.ts';

/** A statement as it is written inside a sentence: without its capital, unless that is a name's. */
export type Inside = (text: string) => string;

/** On a call that was written without capitals a name is known by what it lacks: an article before it. */
export function insideSentence({ sentences }: Dialogue, names: readonly (string | null)[]): Inside {
  const record = new Set(names.flatMap((name) => name?.match(/[\p{L}'’-]+/gu) ?? []));
  const named = new Set<string>();
  const [common, said] = [new Set<string>(), new Set<string>()];
  for (const { raw } of sentences) {
    for (const [name] of raw.matchAll(/(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}'’-]*/gu)) named.add(name);
    for (const [word] of raw.matchAll(/(?<![\p{L}\p{N}'’-])\p{Ll}[\p{L}'’-]*/gu)) said.add(word);
    for (const [, word = ''] of raw.matchAll(/\b(?:the|an?|your|our|my|any|some|more) (\p{Ll}[\p{L}'’-]*)/gu))
      common.add(word);
  }
  const capitals = named.size > 10;
  return (text) => {
    const [first = ''] = /^\p{L}(?:[\p{L}-]|['’](?!s\b))*/u.exec(text) ?? [];
    const lower = first.charAt(0).toLowerCase() + first.slice(1);
    const name =
      named.has(first) ||
      /^[\p{L}-]+(?:['’]s)? \p{Lu}/u.test(text) ||
      (!capitals && said.has(lower) && !common.has(lower));
    if (!/^\p{Lu}(?:\p{Ll}|['’]|$)/u.test(first) || first === 'I') return text;
    if (record.has(first) || (name && !closedClass.test(lower))) return text;
    return lower + text.slice(first.length);
  };
}

const closedClass =
  /^(?:the|they|their|they'(?:re|ll|ve|d)|we'(?:re|ll|ve|d)|it|it's|its|we|you|that|this|these|those|there|an?|some|every|everyone|everybody|nobody|somebody|our|she|he|his|her|if|when|while|with|without|no|not|how|what|whether|for|in|on|at|as|because|most|all|only|even|each|both|half|once|after|before|until|since|until|without|between|from|of|to|by|under|over|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty(?:-\p{L}+)?|hundred|\p{L}+ing)$/u;

/** How a statement goes on after "they agreed": a clause takes "that", a deed "to". */
export type Form = 'clause' | 'deed' | 'question';

export interface Clause {
  readonly form: Form;
  /** Without its capital and its full stop, and without "asks" before a question. */
  readonly text: string;
}

/** A statement as a part of a longer sentence about its speaker; null for what fits in none: a quotation, a fragment, words to a listener. */
export function clauseOf(statement: string, speaker: Speaker, within: Inside): Clause | null {
  const plain = withoutWe(statement.trim().replace(/[.!]$/, ''), speaker);
  if (plain === null) return null;
  const line = plainText(plain);
  if (line.length > longest || line.split(' ').length > mostWords) return null;
  if ([unusable, toSomebody, speechOnly].some((pattern) => pattern.test(line)) || stutters(line) || runsOn(line))
    return null;
  const asked = asks.exec(line);
  if (asked !== null) return { form: 'question', text: plain.slice(asked[0].length).replace(/^(?:If)\b/i, 'whether') };
  if (/[?!]|[.;] /.test(line) || noClause.test(line)) return null;
  const form = deed.test(line) || kindOf(line) !== 'other' ? 'deed' : finite.test(line) ? 'clause' : null;
  if (form === null) return null;
  return { form, text: form === 'deed' ? asVerb(plain) : within(plain) };
}

const longest = 180;
const mostWords = 30;
const unusable = /["“”…\n]|\b(?:uh|um|uhm|er)\b|[,—–-]$|--/i;
const asks = /^(?:(?:they|the prospect) )?asks? (?=(?:whether|if|how|what|when|where|who|why|which)\b)/i;
const noClause =
  /^(?:what|who|whose|why|how|where|which|do|does|did|is|are|was|were|can|could|would|will|should|have|has|may|so|and|but|or|because|not|no|yes|then|than|like|to|even|just|only|that's|that|this|these|those|he|she|he's|she's|which|who|especially|of|see|look|listen|say|haha|honey|hi|hello|hey|brother|sister|madam|sir|okay|right|well|because|we'd)\b|^(?:on|in|at|with|for|by|from|under|over|about) (?![^,]{3,60}, (?!and |but |or ))/i;
const toSomebody = /\b(?:i|i'm|i've|i'll|i'd|me|my|mine|you|your|you're|you'll|yours|let's)\b/i;
// What stays of speech that was not rewritten: "it's a, it's a", ", like,", "the prospect'd", a sentence begun again.
const speechOnly =
  /(?<=,) (?:like|say|you know|i mean|eh|right|yeah|no|okay|uh|sir|madam|ma'am)\b|\b(?:yeah|haha|ain't|y'all|ye|yes|lovely|sorry|thanks|thank you|please|gonna|wanna|gotta|dunno|kinda|sorta|oh|ah|mister)\b|\b(?:rep|prospect)'(?:d|ll|ve|re)\b|\blike (?:this|that)\b|\b(?:this|that) one\b|(?<=\p{L}) (?:what|how|why|where) (?:do|does|did|is|are|can|should|would) (?:they|the|he|she|it)\b/u;
const deed =
  /^(?:send|start|begin|take|go|use|keep|include|move|pay|hold|leave|deliver|install|have|run|make|meet|talk|speak|call|split|drop|add|put|set|bring|test|try|extend|renew|sign|order|buy|rent|lease|book|fix|cap|waive|charge|give|invoice|bill|ship|replace|swap|change|raise|lower|reduce|limit|review|look|wait|stay|continue|come|do|get|let|lock|train|visit|exclude|cover|switch|schedule|arrange|reserve|stick|work|build|cut|defer|delay|postpone|skip|remove) (?:the|a|an|with|without|on|at|in|for|to|from|by|off|out|up|down|it|them|all|both|each|no|one|two|three|four|five|six|seven|eight|nine|ten|their|his|her|its|this|that|these|those|\d|again|back|through|over|only|as)\b/;
// A word that is the verb of a clause, behind a subject.
const finite =
  /\S (?:is|are|was|were|isn't|aren't|wasn't|weren't|has|have|had|hasn't|haven't|hadn't|will|won't|would|wouldn't|can|can't|cannot|could|couldn't|may(?! (?:(?:the )?(?:\d|first|second|third|\p{Ll}+th\b)|without|with|and|or|to|in|for|at|until)\b)|might|must|should|shouldn't|does|doesn't|do|don't|did|didn't|costs?|takes?|needs?|wants?|comes?|goes|go|keeps?|makes?|gets?|gives?|looks?|leaves?|means?|seems?|works?|runs?|says?|thinks?|likes?|prefers?|depends?|knows?|fears?|finds?|expects?|pays?|uses?|rises?|starts?|begins?|ends?|stays?|remains?|holds?|covers?|includes?|falls?|drops?|worry|worries|lacks?|loses?|requires?|buys?|decides?|stands?|sits|hangs?|breaks?|sounds?|feels?|came|went|took|got|made|gave|said|told|ran|broke|fell|felt|thought|knew|saw|stood|meant|began|rose|grew|(?<!, )(?:found|lost|paid|kept|left|sent|brought|bought|sold|held|(?!hundred|speed|feed|seed|indeed|breed|exceed|shed)\p{Ll}{3,20}ed))\b|^\p{L}{1,20}'(?:s|re|ll|ve|d)\b/u;

/** "it's a, it's a", "the the": the speaker begins again. */
export function stutters(line: string): boolean {
  const words = line.split(/[\s,]+/);
  return words.some(
    (word, at) =>
      /^\p{L}/u.test(word) &&
      (word === words[at + 1] ||
        (word === words[at + 2] && words[at + 1] !== 'and' && words[at + 1] === words[at + 3])),
  );
}

const nextSubject =
  /(\S{1,30}) (?=(?:they|he|she|it|there|that|those|these|this|the rep|the prospect)(?:'(?:s|re|ve|ll|d)\b| (?:is|are|was|were|has|have|had|can|can't|could|will|won't|would|don't|doesn't|didn't|do|does|did|wants?|needs?)\b))/g;
const binding =
  /^(?:and|but|or|so|that|what|which|who|where|when|if|as|than|because|since|while|until|till|once|before|after|how|why|whether|though|although|unless|except|says?|said|means?|thinks?|knows?|hopes?|sure|afraid|everything|all|whatever|wherever|and,)$/;
const firstPart =
  /^(?:if|when|as|once|because|since|in|on|at|until|while|after|before|without|unless|although|though|even)\b[^,]*,$/;

/** Two sentences in one, as speech without full stops has them: a new subject that no conjunction brings in. */
export function runsOn(line: string): boolean {
  return [...line.matchAll(nextSubject)].some(
    ({ 1: before = '', index }) => !binding.test(before) && !firstPart.test(line.slice(0, index + before.length)),
  );
}

/** The rep's "we" would be taken for the reader's, in a sentence about one side: it becomes "they", or "the rep" beside the prospect. */
function withoutWe(text: string, speaker: Speaker): string | null {
  if (!/\b(?:we|us|our|ours|ourselves)\b/i.test(text)) return text;
  const alone = speaker === 'rep' && !/\b(?:they|them|their|theirs)\b/i.test(text);
  if (alone)
    return text
      .replace(/\bwe\b/gi, 'they')
      .replace(/\bus\b/g, 'them')
      .replace(/\bours\b/gi, 'theirs')
      .replace(/\bour\b/gi, 'their');
  const own = text
    .replace(/\bwe(?= (?:can|could|will|would|might|should|must|may|did|had|\p{Ll}{3,20}ed)\b)/giu, 'the rep')
    .replace(/\bwe'll\b/gi, 'the rep will')
    .replace(/\bwe're\b|\bwe are\b/gi, 'the rep is')
    .replace(/\bwe've\b|\bwe have\b/gi, 'the rep has')
    .replace(/\bus\b/g, 'the rep')
    .replace(/\bours?\b/gi, "the rep's");
  if (/\bwe\b/i.test(own)) return null;
  if (speaker === 'prospect') return own;
  const other = own
    .replace(/\bthey(?= (?:can|could|will|would|might|should|must|may|did|had|\p{Ll}{3,20}ed)\b)/giu, 'the prospect')
    .replace(/\bthem\b/gi, 'the prospect')
    .replace(/\btheirs?\b/gi, "the prospect's");
  return /\bthey\b/i.test(other) ? null : other;
}
