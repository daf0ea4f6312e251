import { spokenMinutes } from '../listing.ts';
import type { UnjudgedCriterion } from '../summary-engine.ts';
import type { CoachedCall, Measured } from './coach.ts';
import type { CriterionId } from './formula.ts';
import { firstOfEachPart, isOpen, questionsIn } from './questions.ts';
import { buzzwordsIn, fillersIn, purposesIn, repWords, type Mentions } from './speaking.ts';
import {
  hasPauses,
  hasTimes,
  lasts,
  lengthMs,
  longestMonologue,
  repliesIn,
  shortestOverlapMs,
  spellsOf,
  talkTimeMs,
} from './turn-taking.ts';

const minuteMs = 60_000;

/** A shorter call counts as this long, so that one question in a minute is not ten in ten. */
export const shortestCallMs = { questions: 5 * minuteMs, interruptions: 10 * minuteMs } as const;

type Measure = (call: CoachedCall) => Measured | UnjudgedCriterion['reason'];

/** How each criterion is measured, on a call that has what it needs. */
export const measures: Readonly<Record<CriterionId, Measure>> = {
  talk_ratio({ dialogue }) {
    // Words stand in for time where a transcript has no times; both sides are measured alike.
    const amount = hasTimes(dialogue)
      ? (speaker: 'rep' | 'prospect') => talkTimeMs(dialogue, speaker)
      : (speaker: 'rep' | 'prospect') =>
          dialogue.sentences.reduce((sum, one) => sum + (one.speaker === speaker ? one.words : 0), 0);
    const rep = amount('rep');
    const all = rep + amount('prospect');
    return all === 0 ? 'no_times' : { value: rep / all, evidence: [] };
  },

  longest_monologue({ dialogue }) {
    const longest = longestMonologue(spellsOf(dialogue));
    if (longest === null) return { value: 0, evidence: [] };
    const ends = [longest.sentences[0], longest.sentences.at(-1)].filter((one) => one !== undefined);
    return { value: lasts(longest), evidence: ends };
  },

  questions({ dialogue }) {
    const asked = questionsIn(dialogue);
    return { value: perTenMinutes(asked.length, dialogue, shortestCallMs.questions), evidence: asked };
  },

  question_spread({ dialogue }) {
    const parts = Math.max(3, Math.round(spokenMinutes(dialogue) / 5));
    const firsts = firstOfEachPart(questionsIn(dialogue), dialogue, parts);
    return { value: firsts.length / parts, evidence: firsts };
  },

  patience({ dialogue }) {
    const replies = repliesIn(spellsOf(dialogue)).toSorted((one, other) => one.pauseMs - other.pauseMs);
    if (replies.length === 0 || !hasPauses(dialogue)) return 'no_pauses';
    return {
      value: median(replies.map(({ pauseMs }) => pauseMs)),
      evidence: replies.slice(0, 3).flatMap(({ spell }) => spell.sentences[0] ?? []),
    };
  },

  interruptions({ dialogue }) {
    const early = repliesIn(spellsOf(dialogue)).filter(({ overlapMs }) => overlapMs >= shortestOverlapMs);
    return {
      value: perTenMinutes(early.length, dialogue, shortestCallMs.interruptions),
      evidence: early.flatMap(({ spell }) => spell.sentences[0] ?? []),
    };
  },

  agenda({ dialogue }) {
    const purposes = purposesIn(dialogue);
    return { value: purposes.length, evidence: purposes };
  },

  discovery({ dialogue, isPitch }) {
    const pitch = dialogue.sentences.find((sentence) => sentence.speaker === 'rep' && isPitch(sentence));
    const needs = questionsIn(dialogue).filter((one) => isOpen(one) && one.index < (pitch?.index ?? Infinity));
    return { value: perTenMinutes(needs.length, dialogue, shortestCallMs.questions), evidence: needs };
  },

  objections_answered({ objections }) {
    if (objections.length === 0) return 'none_raised';
    const answered = objections.filter(({ answer }) => answer !== null);
    const evidence = objections.flatMap(({ places, answer }) => [
      ...places.slice(0, 1),
      ...(answer?.slice(0, 1) ?? []),
    ]);
    return { value: answered.length / objections.length, evidence };
  },

  next_step({ nextSteps }) {
    if (nextSteps.length === 0) return { value: 0, evidence: [] };
    const worth = nextSteps.reduce((sum, { dated }) => sum + (dated ? 1 : 0.5), 0);
    return { value: worth / nextSteps.length, evidence: nextSteps.flatMap(({ evidence }) => evidence) };
  },

  filler_words: (call) => perHundredWords(fillersIn(call.dialogue), call),
  jargon: (call) => perHundredWords(buzzwordsIn(call.dialogue), call),
};

function perTenMinutes(count: number, dialogue: CoachedCall['dialogue'], shortestMs: number): number {
  return (count * 10 * minuteMs) / Math.max(shortestMs, lengthMs(dialogue));
}

function perHundredWords({ count, places }: Mentions, { dialogue }: CoachedCall): Measured {
  return { value: (100 * count) / Math.max(1, repWords(dialogue)), evidence: places };
}

/** Of numbers in order. */
function median(ordered: readonly number[]): number {
  const middle = Math.floor(ordered.length / 2);
  const upper = ordered[middle] ?? 0;
  return ordered.length % 2 === 1 ? upper : ((ordered[middle - 1] ?? 0) + upper) / 2;
}
