import type { FallbackReason } from '@ci/contracts';

/** The narrow door between the service and whatever analyses a call: transcript and context in, statements with evidence out. */
export interface SummaryEngine {
  readonly name: string;
  readonly version: string;
  /** Rejects with `NothingToAnalyse` when nothing is said; otherwise the same input always gives the same result. */
  analyse(input: AnalysisInput): Promise<AnalysisResult>;
}

export type Speaker = 'rep' | 'prospect';
export type Outcome = 'won' | 'lost' | 'follow_up' | 'no_outcome';

export interface AnalysedSegment {
  readonly speaker: Speaker;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly text: string;
}

export interface AnalysisInput {
  readonly callId: string;
  readonly startedAt: Date;
  /** IANA name; relative dates are counted from the call's date in this zone. */
  readonly timezone: string;
  readonly rep: { readonly name: string | null };
  readonly prospect: { readonly name: string | null; readonly company: string | null; readonly email: string | null };
  readonly title: string | null;
  readonly segments: readonly AnalysedSegment[];
}

/** The quote occurs literally in the segment that has these times. */
export interface Evidence {
  readonly start_ms: number;
  readonly end_ms: number;
  readonly quote: string;
}

export interface KeyMoment {
  readonly timestamp_ms: number;
  readonly description: string;
}

export interface Objection {
  readonly objection: string;
  readonly response: string | null;
}

export interface AnalysedActionItem {
  readonly description: string;
  readonly owner: Speaker;
  /** ISO 8601 date; null when none was stated. */
  readonly due_date: string | null;
  readonly evidence: readonly Evidence[];
}

/** One list of evidence for each entry of the field of the same name; `overview` has one for each sentence. */
export interface SummaryEvidence {
  readonly overview: readonly (readonly Evidence[])[];
  readonly key_moments: readonly (readonly Evidence[])[];
  readonly objections: readonly (readonly Evidence[])[];
  /** Parallel to `objections`; empty for an unanswered one. */
  readonly responses: readonly (readonly Evidence[])[];
  readonly decisions: readonly (readonly Evidence[])[];
  readonly next_steps: readonly (readonly Evidence[])[];
}

/** How the rep led the call: the score, taken apart. */
export interface Coaching {
  readonly formula: { readonly name: string; readonly version: string };
  readonly criteria: readonly CoachingCriterion[];
  /** What this call gives no ground to judge; the other criteria share its points. */
  readonly not_judged: readonly UnjudgedCriterion[];
}

export interface CoachingCriterion {
  readonly id: string;
  readonly label: string;
  /** Whole numbers; the points of all criteria add up to the score. */
  readonly points: number;
  readonly max_points: number;
  readonly value: number;
  readonly unit: 'ratio' | 'milliseconds' | 'count' | 'per_ten_minutes' | 'per_hundred_words';
  /** Inside, all points are given; null: open on that side. */
  readonly target: { readonly min: number | null; readonly max: number | null };
  readonly evidence: readonly Evidence[];
}

export interface UnjudgedCriterion {
  readonly id: string;
  readonly label: string;
  readonly reason: 'one_side_only' | 'no_times' | 'no_pauses' | 'none_raised';
}

export interface AnalysisResult {
  readonly overview: string;
  readonly key_moments: readonly KeyMoment[];
  readonly objections: readonly Objection[];
  readonly decisions: readonly string[];
  readonly next_steps: readonly string[];
  /** An integer from 0 to 100: the sum of the points of `coaching`. */
  readonly coaching_score: number;
  readonly coaching: Coaching;
  readonly outcome: Outcome;
  readonly action_items: readonly AnalysedActionItem[];
  readonly evidence: SummaryEvidence;
  /** Only when another engine wrote this than the one that was asked. Not part of the summary. */
  readonly fallen_back?: FallenBack;
}

export interface FallenBack {
  readonly engine: { readonly name: string; readonly version: string };
  readonly reason: FallbackReason;
  /** For the log: no word of the call. */
  readonly detail: string;
}

/** The transcript is empty or holds only white space: there is no summary to write, and there will be none on a retry. */
export class NothingToAnalyse extends Error {
  constructor() {
    super('The transcript has no words to analyse.');
    this.name = 'NothingToAnalyse';
  }
}
