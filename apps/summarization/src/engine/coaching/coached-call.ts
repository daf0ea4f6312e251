import type { Dialogue, Sentence } from '../dialogue.ts';

/** What the score is made from: what was said when, and what the analysis made of it. */
export interface CoachedCall {
  readonly dialogue: Dialogue;
  /** Whether a sentence praises the offer. */
  readonly isPitch: (sentence: Sentence) => boolean;
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
