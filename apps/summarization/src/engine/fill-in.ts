import { antecedentOf, personBefore } from './antecedent.ts';
import type { Antecedent, ObjectKind, Place } from './antecedent.ts';
import type { Sentence } from './dialogue.ts';

interface Filled {
  readonly text: string;
  readonly evidence: readonly Sentence[];
}

const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const dayPart = '(?:morning|afternoon|evening|night|lunchtime|noon)';
const days = new RegExp(
  String.raw`(?<![\p{L}'-])(?:(?:(?:on|by|for|before|until|till|as of|starting|since) )?(?:(?:later |early |first thing |right )?(?:today|tonight|tomorrow)(?: ${dayPart}| at noon)?|(?:this|next|the coming|the following) (?:very )?(?:week|month|quarter|year|weekend|${dayPart}|arvo|${weekday})(?: ${dayPart})?|the (?:week|day|month) after(?: next)?|the (?:start|end|beginning|middle) of (?:the|this|next) (?:day|week|month|quarter|year)|first thing|in the ${dayPart}|the morn)|(?:on|by|before|until|till|for) (?:the )?(?:${weekday}s?(?: ${dayPart}|,? the \w+)?|\d{1,2}(?:st|nd|rd|th)|\w+(?:teenth|tieth)|twenty[- ]\w+)(?: of \w+)?|(?:as soon as (?:possible|i can|we can|you can)|right away|straight ?away|right now|now|asap|soon|shortly|later(?: on)?|immediately|at once|at the (?:very )?latest|in (?:a|the next|one|two|ten|five) (?:second|minute|moment|bit|sec|few minutes|couple of days|hour|minutes|days|hours)|after this|after the call|by then|(?:by )?(?:the )?(?:close|end) of (?:business|play|the day|day)|then))(?=$|[.,]| (?:and|with|to|at|in|for|from|about|so|on|by|of|including|as|what|the|then)\b)`,
  'giu',
);

/** Without the day that it is for: that has its own field. */
export function withoutDays(clause: string, dated: boolean): string {
  const without = clause.replace(days, ' ').replace(bareDay, '').replace(bareTime, '');
  return without === clause && !dated
    ? clause
    : without
        .replace(/ {2,8}/g, ' ')
        .replace(/ ,/g, ',')
        .replace(dayEnd, '')
        .replace(/[\s,]{1,4}$/, '')
        .trim();
}
// "Call you dinner time", "send it the minute it is signed" cut behind "minute".
const bareTime =
  /(?<=\S \S+)(?:,? (?:at |the )?(?:dinner|lunch|tea|supper|breakfast) ?time|,? the (?:day|minute|moment|morning|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)day|[\w-]+ of (?:january|february|march|april|may|june|july|august|september|october|november|december))|,? (?:one time|good or bad))$/i;
const bareDay = new RegExp(
  String.raw`(?<!\b(?:to|from|of|for|the|and|or|between|till)) (?:${weekday})(?: ${dayPart})?(?=$| (?:with|to|and|at|by)\b)`,
  'i',
);
const dayEnd =
  /(?<![\s,])(?:[\s,]+(?:by|on|for|at|before|until|till|from|in|around|about|or|and|the|to|next|this|then)){1,6}[\s,.]*$/i;

const receiver = '(?:(?:to )?(?:you|me|us|him|her|them|the \\p{L}+|\\p{Lu}\\p{Ll}+)(?: guys| all| both)? )?';
const particle = '(?:over|across|on|up|out|off|down|in|into|at|through|to|about|with|for|after|together) ';
const alone =
  '(?=$|[.,]| (?:over|across|off|out|back|up|down|in|into|on|to|for|with|by|from|at|as|through|together|of|and|about|again|there|here|all|too|then|too|instead|without|under|before|after|away|ready|done|signed|sent|printed|changed|fixed|transferred|sorted|i|we|you|so|what|when)\\b)';
const hollow = new RegExp(
  String.raw`^((?:[\p{L}-]+) (?:${particle})?${receiver}(?:${particle})?)((?:all |both )?(?:it|them)(?: all| both)?|(?:that|this|those|these|both|one|some)(?: one| stuff)?${alone}|all (?:of )?(?:it|that|this|them|those)|that one|this one|the lot|everything|something|the (?:whole )?thing|the same)(?=$|[\s,.])`,
  'iu',
);
const personVerb =
  /^(?:call|ring|phone|ask|tell|text|email|chase|talk|speak|let|have|get|meet|remind|invite|message|give|show|introduce|bring|write|send|mail)\b/i;
const person = /^([\p{L}-]+ (?:(?:with|to|back|on|up) )?(?:to )?)(him|her|them)(?=$|[\s,.])/iu;
const callsSomebody = /^(?:call|ring|phone|ask|tell|chase|talk|speak|remind|meet|invite|let)\b/i;
const onEvent = /^(?:do|book|confirm|move|arrange|schedule|reschedule|cancel|hold|set|organi[sz]e|postpone|pencil)\b/i;
const onPaper =
  /^(?:(?:re)?send|e-?mail|mail|forward|text|whatsapp|sign|countersign|print|scan|attach|post|share|return|fill|draft|prepare|translate|copy|have (?=(?:it|that|those|them)\b.{0,20}\bto you)|get (?=(?:it|that|those|them)\b.{0,20}\bto you))\b/i;
const onThing = /^(?:bring|carry|deliver|collect|pick|fix|replace|repair|install|order|return|ship|hand)\b/i;
const kindOfObject = (text: string): ObjectKind | null =>
  onPaper.test(text)
    ? 'papers'
    : onThing.test(text)
      ? 'things'
      : onEvent.test(text)
        ? 'events'
        : onWritten.test(text)
          ? 'written'
          : null;
const onWritten = /^(?:put|write|note|add|include)\b/i;
const ofThem =
  / (?:about|on|with|of|to|for|from|at|in|into|over) (?:it|that|this|them|those|these|all (?:of )?that)(?=$|[.,])/i;
const lightNoun =
  /^(?:have|take|give|make|do|get|put) (?:a|an|some|two|one|both|all|the) ?(?:word|look|think|chat|go|talk|read|check|note|copy|photo|picture|list|couple)?$/i;
const inner =
  /^(?:tell|ask|have|get|let|make) .{1,40}? (?:to )?([\p{L}]{2,12}) ((?:it|them|that|those)(?=$| (?:to|over|up|in|on|for|with|straight|back|out|by|and)\b))/iu;

/** "Send it" with what "it" is, "ask him" with who he is; null where it is not said. */
export function withAntecedents(clause: string, place: Place): Filled | null {
  const evidence: Sentence[] = [];
  const take = (found: Antecedent) => {
    if (found.sentence !== place.sentence) evidence.push(found.sentence);
    return found.noun;
  };
  let text = clause.replace(/^(\S+) (it|that|them|those) (you|me|us)(?=$|[ ,.])/i, '$1 $3 $2');
  const who = person.exec(text);
  if (who !== null && (callsSomebody.test(text) || (personVerb.test(text) && !/them/i.test(who[2] ?? '')))) {
    const found = personBefore(who[2] ?? '', place);
    if (found === null) return null;
    text = `${who[1] ?? ''}${take(found)}${text.slice(who[0].length)}`;
  }
  const what = hollow.exec(text);
  if (what !== null) {
    const [all, before = '', pronoun = ''] = what;
    const kind = kindOfObject(text);
    const plain = pronoun.replace(/^(?:all (?:of )?|both )|(?: all| both| one)$/gi, '');
    const found = kind === null ? null : antecedentOf(plain, kind, place);
    const rest = text.slice(all.length);
    if (found === null || rest.toLowerCase().includes(found.noun.split(' ').at(-1)?.toLowerCase() ?? '')) return null;
    text = `${before}${take(found)}${rest}`;
  }
  const within = inner.exec(text);
  if (within !== null) {
    const kind = kindOfObject(within[1] ?? '');
    const found = kind === null ? null : antecedentOf(within[2] ?? '', kind, place);
    if (found === null) return null;
    const at = within[0].length - (within[2] ?? '').length;
    text = `${text.slice(0, at)}${take(found)}${text.slice(within[0].length)}`;
  }
  const about = ofThem.exec(text);
  if (about !== null) {
    text = text.slice(0, about.index);
    if (lightNoun.test(text) || text.split(' ').length < 2) return null;
  }
  const whose = possessive.exec(text);
  if (whose !== null && !namesPerson.test(text.slice(0, whose.index))) {
    const found = personBefore(/his/i.test(whose[1] ?? '') ? 'him' : 'her', place);
    if (found === null) return null;
    text = `${text.slice(0, whose.index)}${take(found)}'s${text.slice(whose.index + (whose[1] ?? '').length)}`;
  }
  const named = namesPerson.exec(text);
  return unnamed.test(text.slice(0, named?.index)) ? null : { text, evidence };
}

const possessive = /(?<= )(his|her) (?=\p{L})/iu;
const namesPerson =
  /(?<= )(?:\p{Lu}\p{Ll}+|(?:my|our|your|the) \p{L}+ (?=to |about |if |whether |and |that ))(?=$|[ ,.])/u;
const unnamed = /(?<= )(?:him|her|he|she)(?=$|[ ,.'])/i;

/** Nothing is left that could be done: a verb without its object, or a word that is no verb. */
export const saysNothing =
  /^(?:(?:It|Mail|That|There)'s .*|(?:Let the (?:rep|prospect)|Off|Whatever)\b.*|Have (?:the |my )?\S+ do|.* whatever|(?:Bring|Take|Send|Give) the (?:rep|prospect)'s|(?:Send|Give|Bring|Get|Take)(?: the (?:rep|prospect))? (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\S+teen|\S+ty)|\S*|\S+, .*|Do (?!(?:the|a|an|some) ).*|(?:Send|Get|Bring|Give|Email|Mail|Share|Forward|Make|Courier) (?:by|from|with|via|through|to|on|as|for|at) .*|(?:Send|Email|E-mail|Mail|Forward|Share|Show|Give|Get|Bring|Put|Take|Make|Have|Do|Tell|Ask|Hand|Pass|Drop|Find|Pick|Keep|Add|Include|Check|Look)(?: (?:(?:to|for|with|over|out|up|off|in|on) )?(?:(?:the|a) (?:prospect|rep)|over|out|up|in|on|off|down|back|around|there|here|know))*|(?:And|Or|But|So|The|A|An|It|That|Not|Never|No|In|On|At|With|To|For|As|If|When|I|We|You|He|She|They|Because|Be|Of|My|Your|Our|His|Their|Is|Are|Was|There|Here|See(?! to)|Want|Hear|Hurt|Come the|Hope|Guess|Like|Love|Bless|Need|Say) .*)$/;
