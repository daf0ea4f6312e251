import type { Dialogue, Sentence } from '../dialogue.ts';

/** How often something is said, and where. */
export interface Mentions {
  readonly count: number;
  readonly places: readonly Sentence[];
}

const fillers =
  /\b(?:u+m+|u+h+|e+r+m*|a+h+m+|h+m+|mm+|you know(?! (?:what|how|where|when|why|who|if|that|the|your|about|of))|i mean|sort of|kind of|basically|literally|honestly|to be honest|obviously|like i said|at the end of the day)\b/g;
const buzzwords =
  /\b(?:synerg\w*|leverag(?:e|es|ing)|best[- ]in[- ](?:class|breed)|best[- ]of[- ]breed|cutting[- ]edge|bleeding[- ]edge|world[- ]class|state[- ]of[- ]the[- ]art|industry[- ]leading|market[- ]leading|next[- ]gen(?:eration)?|paradigms?|game[- ]chang\w+|turn[- ]?key|holistic\w*|seamless\w*|robust|revolutioni[sz]\w+|revolutionary|disrupt(?:ive|ing|ion)|transformative|mission[- ]critical|value[- ]add(?:ed)?|move the needle|low[- ]hanging fruit|circle back|touch base|deep dive|deep[- ]dive|thought leader\w*|digital transformation|end[- ]to[- ]end|out[- ]of[- ]the[- ]box|ecosystems?|empower\w*|unlock(?:s|ing)?|supercharg\w+|hyper\w*scal\w+|scalable|actionable insights?|ideat\w+|bandwidth|granular\w*|omni[- ]?channel|drill down|boil the ocean|win[- ]win|core competenc\w+)\b/g;
// One way of saying it a line.
const purpose = new RegExp(
  [
    /\bagenda\b/,
    /\bthe plan (?:for|is|today)\b/,
    /\b(?:reason|purpose) (?:for|of|why|that|i'?m|i am|we'?re) \w+/,
    /\b(?:calling|ringing|phoning|reaching out|getting in touch|following up|checking in) (?:you )?(?:today )?(?:about|because|regarding|to|on|as)\b/,
    /\b(?:it'?s|this is) (?:just |only |really )?(?:about|regarding|concerning)\b|\bit'?s the call where\b/,
    /\b(?:thanks|thank you) for (?:making|taking|finding) (?:the |some )?time (?:today )?to (?:look|talk|discuss|go|see|speak)\b/,
    /\b(?:i|we)(?:'d| would| just)? (?:just )?(?:want(?:ed)?|like|love|thought|hoped|was hoping|were hoping|plan(?:ned)?|propose|suggest)(?: (?:we|to|i|you))+ (?:could |can |might |first |just |quickly )?(?:go|talk|discuss|cover|ask|show|understand|follow|check|learn|hear|have|run|walk|take|look|start|spend|use|make|see|catch|pick|review|share)\b/,
    /\b(?:today|this (?:morning|afternoon|call|session)|on this call|next \w+ minutes),? (?:(?:i|we)(?:'d|'ll| will| would| want| can| could)|let'?s)\b/,
    /\b(?:let'?s|let us|we'?ll|i'?ll|shall we|we can|we will|i will) (?:(?:start|begin) by|go (?:through|over)|cover|run through|walk (?:you )?through|kick off|recap)\b/,
    /\bbefore (?:we|i) (?:start|begin|dive|get into|get started|jump|show|share|go)\b/,
    /\b(?:pick(?:ing)? up|follow(?:ing)? up) (?:from|on|where) /,
    /\byou (?:asked|told|wanted) (?:me|us|to) .{0,40}\b(?:come back|call|about|discuss|talk|see|get back|go over)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Fillers in the rep's speech. */
export function fillersIn(dialogue: Dialogue): Mentions {
  return mentionsOf(fillers, dialogue);
}

/** Words that sell without saying anything. */
export function buzzwordsIn(dialogue: Dialogue): Mentions {
  return mentionsOf(buzzwords, dialogue);
}

export function repWords({ sentences }: Dialogue): number {
  return sentences.reduce((sum, { speaker, words }) => sum + (speaker === 'rep' ? words : 0), 0);
}

/** How much of a call is its start: a share of the words of both sides, within bounds. */
export const opening = { share: 0.3, fewestWords: 60, mostWords: 200 } as const;

/** Where the rep says in the opening what the call is for, or how it will go. */
export function purposesIn({ sentences }: Dialogue): readonly Sentence[] {
  const all = sentences.reduce((sum, { words }) => sum + words, 0);
  const end = Math.max(opening.fewestWords, Math.min(opening.mostWords, all * opening.share));
  const places: Sentence[] = [];
  let words = 0;
  for (const sentence of sentences) {
    if (words >= end) break;
    if (sentence.speaker === 'rep' && purpose.test(sentence.text)) places.push(sentence);
    words += sentence.words;
  }
  return places;
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
