import type { Dialogue, Turn } from './dialogue.ts';
import type { Commitment } from './commitments.ts';
import type { RaisedObjection } from './objections.ts';

/** What the score is made of. A criterion gives all its points at `full` and none at `none`, and in proportion between. */
export const scoreTable = {
  /** The rep's share of the time spoken. Away from the range on either side the points go down. */
  talkRatio: { points: 25, fullFrom: 0.35, fullTo: 0.6, noneBelow: 0.05, noneAbove: 0.95 },
  /** The rep's longest uninterrupted turn. */
  longestMonologueMs: { points: 15, full: 60_000, none: 240_000 },
  /** The rep's questions for each ten minutes of the call (a shorter call counts as ten minutes). */
  questionsPerTenMinutes: { points: 20, full: 4, none: 0 },
  /** The share of objections that got an answer; a call without any has nothing to lose. */
  objectionsAnswered: { points: 20, full: 1, none: 0 },
  /** A commitment of either side at the end of the call: with a date all points, without one half. */
  nextStep: { points: 20, dated: 1, undated: 0.5, none: 0 },
} as const;

export function coachingScore(
  dialogue: Dialogue,
  objections: readonly RaisedObjection[],
  commitments: readonly Commitment[],
): number {
  const points =
    talkRatioPoints(dialogue) +
    monologuePoints(dialogue) +
    questionPoints(dialogue) +
    objectionPoints(objections) +
    nextStepPoints(commitments);
  return Math.max(0, Math.min(100, Math.round(points)));
}

function talkRatioPoints({ turns }: Dialogue): number {
  const { points, fullFrom, fullTo, noneBelow, noneAbove } = scoreTable.talkRatio;
  // Words stand in for time where a transcript has no times; both sides are measured alike.
  const timed = turns.some((turn) => duration(turn) > 0);
  const amount = (turn: Turn) =>
    timed ? duration(turn) : turn.sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  const total = turns.reduce((sum, turn) => sum + amount(turn), 0);
  if (total === 0) return 0;
  const ratio = turns.reduce((sum, turn) => sum + (turn.speaker === 'rep' ? amount(turn) : 0), 0) / total;
  if (ratio < fullFrom) return points * between(ratio, noneBelow, fullFrom);
  return points * between(ratio, noneAbove, fullTo);
}

function monologuePoints({ turns }: Dialogue): number {
  const { points, full, none } = scoreTable.longestMonologueMs;
  const longest = turns.reduce((most, turn) => (turn.speaker === 'rep' ? Math.max(most, duration(turn)) : most), 0);
  return points * between(longest, none, full);
}

function questionPoints({ turns, sentences }: Dialogue): number {
  const { points, full, none } = scoreTable.questionsPerTenMinutes;
  const questions = sentences.filter((sentence) => sentence.speaker === 'rep' && sentence.question).length;
  const start = turns[0]?.start_ms ?? 0;
  const end = turns.reduce((latest, turn) => Math.max(latest, turn.end_ms), start);
  const tenMinutes = Math.max(1, (end - start) / 600_000);
  return points * between(questions / tenMinutes, none, full);
}

function objectionPoints(objections: readonly RaisedObjection[]): number {
  const { points } = scoreTable.objectionsAnswered;
  if (objections.length === 0) return points;
  return (points * objections.filter((objection) => objection.response !== null).length) / objections.length;
}

function nextStepPoints(commitments: readonly Commitment[]): number {
  const { points, dated, undated, none } = scoreTable.nextStep;
  if (commitments.some((commitment) => commitment.due !== null)) return points * dated;
  return points * (commitments.length > 0 ? undated : none);
}

const duration = (turn: Turn) => Math.max(0, turn.end_ms - turn.start_ms);

function between(value: number, none: number, full: number): number {
  return Math.max(0, Math.min(1, (value - none) / (full - none)));
}
