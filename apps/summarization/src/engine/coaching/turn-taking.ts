import type { Dialogue, Sentence } from '../dialogue.ts';
import type { Speaker } from '../summary-engine.ts';

/** What one side says without a gap that could be heard: segments that touch are one, however the transcript was cut. */
export interface Spell {
  readonly speaker: Speaker;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly sentences: readonly Sentence[];
}

/** The rep speaks after the prospect. */
export interface Reply {
  readonly spell: Spell;
  /** For how long the prospect would have gone on speaking; 0 when the rep waited. */
  readonly overlapMs: number;
}

/** Gaps up to this length are breaths and the cutting of transcripts. */
export const longestBreathMs = 250;
/** Less overlap than this is the inaccuracy of times. */
export const shortestOverlapMs = 300;
/** "Right." "Mm-hm." "Yes, okay." A speaker who says no more takes no turn, unless it answers a question. */
export const mostWordsOfBackchannel = 2;

/** Without a segment that lasts, times say nothing. */
export function hasTimes({ segments }: Dialogue): boolean {
  return segments.some((one) => one.end_ms > one.start_ms);
}

/** For how long a side speaks; what it says twice at the same time counts once. */
export function talkTimeMs({ segments }: Dialogue, speaker: Speaker): number {
  let end = 0;
  let sum = 0;
  for (const segment of segments) {
    if (segment.speaker !== speaker) continue;
    sum += Math.max(0, segment.end_ms - Math.max(end, segment.start_ms));
    end = Math.max(end, segment.end_ms);
  }
  return sum;
}

/** From the first word to the last. */
export function lengthMs({ segments }: Dialogue): number {
  const start = segments[0]?.start_ms ?? 0;
  return segments.reduce((end, segment) => Math.max(end, segment.end_ms), start) - start;
}

/** Who takes turns, in order; backchannels left out. */
export function spellsOf(dialogue: Dialogue): readonly Spell[] {
  const all = [...joined(dialogue, 'rep'), ...joined(dialogue, 'prospect')].sort(inOrder);
  const spells: Spell[] = [];
  for (const spell of all) {
    const before = spells.at(-1);
    const asked =
      before !== undefined && before.speaker !== spell.speaker && before.sentences.at(-1)?.question === true;
    if (asked || wordsIn(spell.sentences) > mostWordsOfBackchannel) spells.push(spell);
  }
  return spells;
}

/** Each time the rep takes the turn from the prospect. */
export function repliesIn(spells: readonly Spell[]): readonly Reply[] {
  const replies: Reply[] = [];
  let prospectEnd = 0;
  for (const [position, spell] of spells.entries()) {
    if (spell.speaker === 'prospect') {
      prospectEnd = Math.max(prospectEnd, spell.end_ms);
    } else if (spells[position - 1]?.speaker === 'prospect') {
      replies.push({ spell, overlapMs: Math.max(0, prospectEnd - spell.start_ms) });
    }
  }
  return replies;
}

/** The longest that the rep speaks before the prospect takes a turn, pauses included. */
export function longestMonologue(spells: readonly Spell[]): Spell | null {
  let longest: Spell | null = null;
  let current: Spell | null = null;
  for (const spell of spells) {
    current = spell.speaker === 'rep' ? prolonged(current, spell) : null;
    if (current !== null && (longest === null || lasts(current) > lasts(longest))) longest = current;
  }
  return longest;
}

export const lasts = (spell: Spell): number => spell.end_ms - spell.start_ms;

function joined({ sentences }: Dialogue, speaker: Speaker): readonly Spell[] {
  const spells: (Omit<Spell, 'sentences' | 'end_ms'> & { end_ms: number; sentences: Sentence[] })[] = [];
  for (const sentence of sentences) {
    if (sentence.speaker !== speaker) continue;
    const { start_ms, end_ms } = sentence;
    const last = spells.at(-1);
    if (last !== undefined && start_ms - last.end_ms <= longestBreathMs) {
      last.end_ms = Math.max(last.end_ms, end_ms);
      last.sentences.push(sentence);
    } else spells.push({ speaker, start_ms, end_ms, sentences: [sentence] });
  }
  return spells;
}

function prolonged(current: Spell | null, spell: Spell): Spell {
  if (current === null) return spell;
  // Not copied again and again: only its first and its last sentence are looked at.
  const ends = [current.sentences[0], spell.sentences.at(-1)].filter((one) => one !== undefined);
  return { ...current, end_ms: Math.max(current.end_ms, spell.end_ms), sentences: ends };
}

const wordsIn = (sentences: readonly Sentence[]) => sentences.reduce((sum, { words }) => sum + words, 0);
const first = (spell: Spell) => spell.sentences[0]?.index ?? 0;
const inOrder = (one: Spell, other: Spell) => one.start_ms - other.start_ms || first(one) - first(other);
