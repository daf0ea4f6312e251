import type { Sentence } from '../dialogue.ts';
import type { Speaker, UnjudgedCriterion } from '../summary-engine.ts';
import type { CoachedCall, Measured } from './coached-call.ts';
import type { CriterionId } from './formula.ts';
import { goesAlong, meantPromises } from './as-read.ts';
import { goesDeep, questionsIn } from './questions.ts';
import {
  buzzwordsIn,
  fillersIn,
  hasFigure,
  insists,
  namesDay,
  repWords,
  wordsTakenUp,
  type Mentions,
} from './speaking.ts';
import {
  hasTimes,
  lasts,
  lengthMs,
  longestMonologue,
  mostWordsOfBackchannel,
  repliesIn,
  shortestOverlapMs,
  spellsOf,
  talkTimeMs,
} from './turn-taking.ts';

const minuteMs = 60_000;

/** A shorter call counts as this long, so that one question in a minute is not ten in ten. */
export const shortestCallMs = { questions: 5 * minuteMs, interruptions: 10 * minuteMs } as const;

/** A rep who says little is measured as if he had said this much, so that a single word is not much of it. */
export const fewestWords = { depth: 300, speech: 60 } as const;
export const fewestSentences = { asked_twice: 10, concrete: 5 } as const;
/** An answer of fewer words says little. */
export const fewestWordsDrawn = 12;
/** How much of a call is its start, and its end, in words. */
export const startShare = 0.25;
export const endShare = 0.2;
/** Of a next step, and what it is worth more with a date and in the second half of the call. */
export const worthOfStep = { any: 0.25, dated: 0.35, late: 0.4 } as const;

type Measure = (call: CoachedCall) => Measured | UnjudgedCriterion['reason'];

/** How each criterion is measured, on a call that has what it needs. */
export const measures: Readonly<Record<CriterionId, Measure>> = {
  talk_ratio({ dialogue }) {
    // Words replace time where a transcript has no times; both sides are measured alike.
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

  interruptions({ dialogue }) {
    const early = repliesIn(spellsOf(dialogue)).filter(({ overlapMs }) => overlapMs >= shortestOverlapMs);
    return {
      value: perTenMinutes(early.length, dialogue, shortestCallMs.interruptions),
      evidence: early.flatMap(({ spell }) => spell.sentences[0] ?? []),
    };
  },

  listens_first({ dialogue }) {
    const start = partOf(dialogue, 0, startShare);
    return { value: wordsOf(start.filter(isRep)) / Math.max(1, wordsOf(start)), evidence: [] };
  },

  discovery({ dialogue }) {
    const asking = new Map(questionsIn(dialogue).map((question) => [question.turn, question]));
    const turns = dialogue.turns.filter((one) => isRep(one) && wordsOf(one.sentences) > mostWordsOfBackchannel);
    const drawing = turns.flatMap(({ index }) => {
      const answer = dialogue.turns[index + 1]?.sentences ?? [];
      return wordsOf(answer) < fewestWordsDrawn ? [] : (asking.get(index) ?? []);
    });
    return { value: drawing.length / Math.max(1, turns.length), evidence: drawing };
  },

  depth({ dialogue }) {
    const deep = questionsIn(dialogue).filter(goesDeep);
    return { value: (100 * deep.length) / Math.max(fewestWords.depth, repWords(dialogue)), evidence: deep };
  },

  takes_up({ dialogue }) {
    const { all, takenUp, places } = wordsTakenUp(dialogue);
    return { value: takenUp / Math.max(1, all), evidence: places };
  },

  asked_twice({ dialogue }) {
    const said = dialogue.sentences.filter((one) => !isRep(one));
    const again = said.filter(insists);
    return { value: again.length / Math.max(fewestSentences.asked_twice, said.length), evidence: again };
  },

  concrete({ dialogue }) {
    const said = dialogue.sentences.filter(isRep);
    const figures = said.filter(hasFigure);
    return { value: figures.length / Math.max(fewestSentences.concrete, said.length), evidence: figures };
  },

  pitch({ dialogue, isPitch }) {
    const praise = dialogue.sentences.filter((one) => isRep(one) && isPitch(one));
    return { value: wordsOf(praise) / Math.max(fewestWords.speech, repWords(dialogue)), evidence: praise };
  },

  meant_promises: ({ dialogue, likely }) => meantPromises(dialogue, likely),
  goes_along: ({ dialogue, likely }) => goesAlong(dialogue, likely),

  objections_answered({ objections }) {
    if (objections.length === 0) return 'none_raised';
    const answered = objections.filter(({ answer }) => answer !== null);
    const evidence = objections.flatMap(({ places, answer }) => [
      ...places.slice(0, 1),
      ...(answer?.slice(0, 1) ?? []),
    ]);
    return { value: answered.length / objections.length, evidence };
  },

  next_step({ dialogue, nextSteps }) {
    const isLate = ({ index }: Sentence) => index >= dialogue.sentences.length / 2;
    const worths = nextSteps.map(
      ({ dated, evidence }) =>
        worthOfStep.any + (dated ? worthOfStep.dated : 0) + (evidence.some(isLate) ? worthOfStep.late : 0),
    );
    return { value: Math.max(0, ...worths), evidence: nextSteps.flatMap(({ evidence }) => evidence) };
  },

  dated_close({ dialogue }) {
    const said = partOf(dialogue, 1 - endShare, 1).filter(isRep);
    const dated = said.filter(namesDay);
    return { value: dated.length / Math.max(1, said.length), evidence: dated };
  },

  filler_words: (call) => perHundredWords(fillersIn(call.dialogue), call),
  jargon: (call) => perHundredWords(buzzwordsIn(call.dialogue), call),
};

function perTenMinutes(count: number, dialogue: CoachedCall['dialogue'], shortestMs: number): number {
  return (count * 10 * minuteMs) / Math.max(shortestMs, lengthMs(dialogue));
}

function perHundredWords({ count, places }: Mentions, { dialogue }: CoachedCall): Measured {
  return { value: (100 * count) / Math.max(fewestWords.speech, repWords(dialogue)), evidence: places };
}

const isRep = ({ speaker }: { readonly speaker: Speaker }) => speaker === 'rep';
const wordsOf = (sentences: readonly Sentence[]) => sentences.reduce((sum, { words }) => sum + words, 0);

/** The sentences that begin between two shares of all words, from 0 to 1. */
function partOf({ sentences }: CoachedCall['dialogue'], from: number, to: number): readonly Sentence[] {
  const all = wordsOf(sentences);
  let before = 0;
  return sentences.filter(({ words }) => {
    const at = before / Math.max(1, all);
    before += words;
    return at >= from && at < to;
  });
}
