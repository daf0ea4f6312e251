import type { Speaker } from './summary-engine.ts';
import { bare, isFullClause } from './spoken-clauses.ts';

/** A clause as the rep's company would note it: "they" are the prospect's side, "we" the rep's. */
export function inThirdPerson(clause: string, speaker: Speaker): string {
  return speaker === 'prospect' ? prospectTold(clause) : repTold(clause);
}

const close = String.raw`(?:wife|husband|partner|brother|sister|son|daughter|father|mother|dad|mum|mom|cousin|uncle|nephew|boss|kids|children|lads?|boys?)`;

// The other side's words wait as \u0001 and \u0002 until the own ones are exchanged.
function prospectTold(text: string): string {
  return text
    .replace(/\byours\b/gi, '\u0001')
    .replace(/\byour\b/gi, '\u0002')
    .replace(asObject, '\u0003')
    .replace(/\by(?:ou|e)(?=\b)/gi, '\u0004')
    .replace(new RegExp(String.raw`\bmy (?=${close}\b)`, 'gi'), "the prospect's ")
    .replace(/\b(?:I'm|I am|we're|we are)\b/gi, "they're")
    .replace(/\b(?:I|we) was(n't)?\b/gi, 'they were$1')
    .replace(/\b(?:I|we)(?=['\s,]|$)/gi, 'they')
    .replace(/\b(?:me|us)\b/gi, 'them')
    .replace(/\bmyself\b|\bourselves\b/gi, 'themselves')
    .replace(/\b(?:my|our)\b/gi, 'their')
    .replace(/\b(?:mine|ours)\b/gi, 'theirs')
    .replaceAll('\u0001', 'ours')
    .replaceAll('\u0002', 'our')
    .replaceAll('\u0003', 'us')
    .replaceAll('\u0004', 'we');
}

function repTold(text: string): string {
  return text
    .replace(/\byours\b/gi, '\u0001')
    .replace(/\byour\b/gi, '\u0002')
    .replace(asObject, '\u0003')
    .replace(/\by(?:ou|e)(?=\b)/gi, '\u0004')
    .replace(new RegExp(String.raw`\bmy (?=${close}\b)`, 'gi'), "the rep's ")
    .replace(/\bI(?:'m| am)\b/gi, "we're")
    .replace(/\bI was(n't)?\b/gi, 'we were$1')
    .replace(/\bI(?=['\s,]|$)/gi, 'we')
    .replace(/\bme\b/gi, 'us')
    .replace(/\bmyself\b/gi, 'ourselves')
    .replace(/\bmy\b/gi, 'our')
    .replace(/\bmine\b/gi, 'ours')
    .replaceAll('\u0001', 'theirs')
    .replaceAll('\u0002', 'their')
    .replaceAll('\u0003', 'them')
    .replaceAll('\u0004', 'they');
}

// "Move you to the lower band", "for you", "tell you": the words before or after show an object.
const asObject =
  /(?<=\b(?:to|for|with|of|from|about|at|by|like|tell|give|pay|send|call|show|let|choose|trust|told|gave|mail|email|text|bring|take|help|put|cost|save|ring|owe|charge|refund|credit|lend|offer|promise|leave|remind|get|see|meet|keep|make|hold|thank|hear|copy|invite|follow|start|do|sell|lose|move|walk|on|asking|telling|giving|paying|sending|(?:lik|ask|call|want|need|help|email|text|offer|promis)ed|(?:will|can|could|would|should|might|may|to|'ll) (?!think|know|say|hope|hear|see|tell)[a-z]{2,12}) )you(?![\w'])(?! (?:have|had|are|were|want|wanted|need|can|could|would|will|said|say|think|do|did|don't|charge|get|got|know))|(?<!^|\b(?:if|when|what|that|because|and|but|so|as|than|once|while|how|where|do|did|are|were|would|could|can|will|should|have|had|or|until|unless|whether|who|which|why) )\byou(?=[.,;!?]|$| (?:to|after|before|when|if|that|as|because|than|the|an?|in|on|at|with|for|back|from|over|by|through|your|our|my|this|next|off|out|up|down|into|about|one|two|three|some|more|again)\b)/gi;

const irregular: ReadonlyMap<string, string> = new Map([
  ['have', 'has'],
  ['do', 'does'],
  ['go', 'goes'],
  ['be', 'is'],
]);

/** "Work" → "works", "carry" → "carries". */
function withS(verb: string): string {
  const known = irregular.get(verb);
  if (known !== undefined) return known;
  if (/(?:s|sh|ch|x|z)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** The sides by their names where a reader has nothing that says who "we" and "they" are: "We will hold the price" → "The rep will …". */
export function withSides(text: string): string {
  const named = text
    .replace(/^(We|They)(?:'ll| will) /i, (_, who: string) => `${sideOf(who)} will `)
    .replace(/^(We|They)(?:'ve| have) /i, (_, who: string) => `${sideOf(who)} has `)
    .replace(/^(We|They)(?:'re| are) /i, (_, who: string) => `${sideOf(who)} is `)
    .replace(
      /^(We|They) ([a-z]+)(?= )/i,
      (_, who: string, verb: string) => `${sideOf(who)} ${modal.test(verb) ? verb : withS(verb)}`,
    );
  if (named === text && !/^The (?:rep|prospect)\b/.test(text)) return text;
  return named
    .replace(/ (?:ourselves|themselves)$/i, '')
    .replace(/\bus\b/g, 'the rep')
    .replace(/(?<!^)\bour\b/g, "the rep's")
    .replace(
      /(?<= (?:to|for|with|from|give|gives|send|sends|charge|charges|pay|pays|cost|costs) )them\b/g,
      'the prospect',
    );
}

const sideOf = (who: string): string => (/^we$/i.test(who) ? 'The rep' : 'The prospect');
const modal =
  /^(?:can|could|will|would|may|might|must|should|shall|\p{L}+ed|only|also|still|just|never|all|both|never|took|gave|got|made|paid|went|came)$/iu;

const subject = String.raw`(i|we|you|he|she|it|they|there|this|that|these|those|(?:the|your|my|our|their|this|that|these|those) [\w'-]{2,20})`;
const predicate = String.raw`(?=(?:(?:not|really|still|also|only|just|even|always|all|ever)\s)?(?:\w+(?:ed|ing|en)|a|an|the|in|on|at|per|for|with|too|so|that|any|more|less|enough|possible|going|able|not|worth|big|small|safe|new|old|free|good|sure|within|under|over|really|really|up|out|down|like|\w+able)\b)`;
const withBe = new RegExp(String.raw`^(am|is|are|was|were|isn't|aren't|wasn't) ${subject} (.+)$`, 'i');
const withNoun = new RegExp(String.raw`^(?:the|your|my|our|their|this|that|these|those) [\w'-]{2,20}$`, 'i');
const startsPredicate = new RegExp(`^${predicate}`, 'i');
const withHelp = new RegExp(
  String.raw`^(do|does|don't|doesn't|did|can|could|will|would|should|shall|have|has|won't|can't) ${subject} (.+)$`,
  'i',
);
const asked =
  /^(what|how|why|where|when|who|which|what if|how (?:much|many|long|often|far|fast|quickly|soon|safe|big)|(?:what|which|whose) [\w'-]{2,20}) (.+)$/i;

/** "Are we locked in?" → "whether we are locked in"; null where the order of its words would be guesswork. */
export function indirectQuestion(question: string): string | null {
  const text = question
    .replace(/^(?:and|so|but|or)\s/i, '')
    .replace(
      /^(who|what|where|how|why|when)'(s|re|d|ll) (?!got\b|been\b)/i,
      (_, word: string, verb: string) =>
        `${word} ${{ s: 'is', re: 'are', d: 'would', ll: 'will' }[verb.toLowerCase()] ?? ''} `,
    );
  if (/, (?:is|are|do|does|can|what|how|who) /i.test(text)) return null;
  const supposed = /^(?:and )?what if (.+)$/i.exec(text)?.[1];
  if (supposed !== undefined && !isFullClause(supposed)) return null;
  if (supposed !== undefined) return `what happens if ${supposed}`;
  const [, word, rest] = asked.exec(text) ?? [];
  if (word !== undefined && rest !== undefined && !/^how about$|^what about$/i.test(text.slice(0, 10))) {
    const order = stated(rest);
    if (order !== null) return `${word.toLowerCase()} ${order}`;
    const [verb = ''] = rest.split(' ');
    // The question word is the subject: "what happens", "who pays".
    if (
      /^(?:what|who|which|(?:what|which|whose) [\w'-]+)$/i.test(word) &&
      (/^(?:[a-z]+[^s']s|will|would|can|could)$/.test(verb) || /^is \w+ing\b/.test(rest)) &&
      !/^(?:is|was) (?!\w+ing\b)/.test(rest)
    )
      return `${word.toLowerCase()} ${rest}`;
    return null;
  }
  const order = stated(text);
  return order === null ? null : `whether ${order}`;
}

/** The order of a statement: "does it work" → "it works". */
function stated(text: string): string | null {
  const be = withBe.exec(text);
  if (be !== null) {
    const [, verb = '', whom = '', rest = ''] = be;
    return withNoun.test(whom) && !startsPredicate.test(rest) ? null : `${whom} ${verb.toLowerCase()} ${rest}`;
  }
  const [, verb = '', whom = '', rest = ''] = withHelp.exec(text) ?? [];
  if (whom === '') return null;
  const [first = '', ...others] = rest.split(' ');
  const help = verb.toLowerCase();
  if (withNoun.test(whom) && !plainVerb.test(bare(first))) return null;
  if (help === 'do') return `${whom} ${rest}`;
  if (help === 'does') return /^[a-z]+$/.test(first) ? [whom, withS(first), ...others].join(' ') : null;
  if (help === 'did') return null;
  return `${whom} ${help} ${rest}`;
}

const plainVerb =
  /^(?:work|include|cover|cost|need|take|come|go|run|fit|last|stop|start|pay|get|have|know|help|hold|break|fail|happen|change|stay|apply|count|be|do|mean|leave|see|show|send|keep|find|make|give|use|say)$/;
