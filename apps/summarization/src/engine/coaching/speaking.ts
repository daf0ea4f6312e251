import type { Dialogue, Sentence } from '../dialogue.ts';
import { topicsIn } from '../topic-words.ts';

/** How often something is said, and where. */
export interface Mentions {
  readonly count: number;
  readonly places: readonly Sentence[];
}

const fillers =
  /\b(?:u+m+|u+h+|e+r+m*|a+h+m+|h+m+|mm+|you know(?! (?:what|how|where|when|why|who|if|that|the|your|about|of))|i mean|sort of|kind of|basically|literally|honestly|to be honest|obviously|like i said|at the end of the day)\b/g;
const buzzwords =
  /\b(?:synerg\w*|leverag(?:e|es|ing)|best[- ]in[- ](?:class|breed)|best[- ]of[- ]breed|cutting[- ]edge|bleeding[- ]edge|world[- ]class|state[- ]of[- ]the[- ]art|industry[- ]leading|market[- ]leading|next[- ]gen(?:eration)?|paradigms?|game[- ]chang\w+|turn[- ]?key|holistic\w*|seamless\w*|robust|revolutioni[sz]\w+|revolutionary|disrupt(?:ive|ing|ion)|transformative|mission[- ]critical|value[- ]add(?:ed)?|move the needle|low[- ]hanging fruit|circle back|touch base|deep dive|deep[- ]dive|thought leader\w*|digital transformation|end[- ]to[- ]end|out[- ]of[- ]the[- ]box|ecosystems?|empower\w*|unlock(?:s|ing)?|supercharg\w+|hyper\w*scal\w+|scalable|actionable insights?|ideat\w+|bandwidth|granular\w*|omni[- ]?channel|drill down|boil the ocean|win[- ]win|core competenc\w+)\b/g;
const slogans =
  /\b(?:guarante\w+|trust me|believe me|no problem|don't (?:you )?worry|absolutely|hundred percent|i promise you|discounts?|percent off|special (?:price|offer|rate|deal)|promotions?|for free|bonus|(?:throw|thrown) in|our (?:customers|clients)|most of our|number one|the best|amazing|incredible|fantastic|excit(?:ed|ing)|powerful|unique|awesome|brilliant|huge|super|beautiful\w*|unbeatable|premium|love it|today only|only today|right now|last chance|sign today|this week only|no obligation)\b/g;
const figure =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half)\b/;
const day =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|(?:next|this) (?:week|month)|january|february|march|april|june|july|august|september|october|november|december|(?:the|on|by|until|till|before) (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|twentieth|twenty-\w+|thirtieth)(?= of\b|[,.;?!]|$)|\d\d?(?:st|nd|rd|th)|o'clock|noon|in (?:a|two|three) (?:days?|weeks?))\b/;
const insisting =
  /\bi (?:already|just) (?:said|told|asked)\b|\bi (?:asked|told) you\b|\bi(?:'ve| have) (?:asked|said|told)\b|\b(?:like|as) i (?:said|told|asked)\b|\bthat's not (?:what i|my|an answer)\b|\b(?:didn't|haven't|not|never) answer\w*|\byou keep\b|\byou're not (?:listening|answering|hearing)\b|\bmy question\b|\banswer (?:me|my|the question)\b|\blet me finish\b|\b(?:second|third) time i?\b|\btake (?:me|us) off\b|\bnot interested\b|\bno,? thank/;

const sells = new RegExp(`${buzzwords.source}|${slogans.source}`, 'g');

/** Says a figure, as digits or as a word. */
export const hasFigure = ({ text }: Sentence): boolean => figure.test(text);
/** Says a day, a date or an hour. */
export const namesDay = ({ text }: Sentence): boolean => day.test(text);
/** Has to ask, to say or to refuse once more. */
export const insists = ({ text }: Sentence): boolean => insisting.test(text);

/** How many of the words that the rep speaks of something with were the prospect's before they were his own. */
export function wordsTakenUp({ sentences }: Dialogue) {
  const prospects = new Set<string>();
  const own = new Set<string>();
  const places: Sentence[] = [];
  let all = 0;
  let takenUp = 0;
  for (const sentence of sentences) {
    const words = [...topicsIn(sentence.text)];
    if (sentence.speaker === 'prospect') {
      for (const word of words) if (!own.has(word)) prospects.add(word);
      continue;
    }
    const taken = words.filter((word) => prospects.has(word));
    for (const word of words) if (!prospects.has(word)) own.add(word);
    if (taken.length > 0) places.push(sentence);
    all += words.length;
    takenUp += taken.length;
  }
  return { all, takenUp, places };
}

/** Fillers in the rep's speech. */
export function fillersIn(dialogue: Dialogue): Mentions {
  return mentionsOf(fillers, dialogue);
}

/** Words that sell without saying anything: buzzwords, promises without limits, praise, presents and pressure. */
export function buzzwordsIn(dialogue: Dialogue): Mentions {
  return mentionsOf(sells, dialogue);
}

export function repWords({ sentences }: Dialogue): number {
  return sentences.reduce((sum, { speaker, words }) => sum + (speaker === 'rep' ? words : 0), 0);
}

function mentionsOf(pattern: RegExp, { sentences }: Dialogue): Mentions {
  let count = 0;
  const places: Sentence[] = [];
  for (const sentence of sentences) {
    if (sentence.speaker !== 'rep') continue;
    const found = sentence.text.match(pattern)?.length ?? 0;
    if (found > 0) places.push(sentence);
    count += found;
  }
  return { count, places };
}
