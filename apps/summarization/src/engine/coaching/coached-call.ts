import type { Dialogue, Sentence } from '../dialogue.ts';
import type { UnitKind } from '../reading.ts';

/** What the score is made from: what was said when, and what the analysis made of it. */
export interface CoachedCall {
  readonly dialogue: Dialogue;
  /** Whether a sentence praises the offer. */
  readonly isPitch: (sentence: Sentence) => boolean;
  /** From 0 to 1: how likely the segment at this place of the dialogue is what, in the call as a whole. */
  readonly likely: (segment: number, kind: UnitKind) => number;
  /** `answer` is null for one that was left unanswered. */
  readonly objections: readonly {
    readonly places: readonly Sentence[];
    readonly answer: readonly Sentence[] | null;
  }[];
  readonly nextSteps: readonly { readonly dated: boolean; readonly evidence: readonly Sentence[] }[];
}

/** A value and the sentences that show it. */
export interface Measured {
  readonly value: number;
  readonly evidence: readonly Sentence[];
}
