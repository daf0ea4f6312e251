import type { AnalysedSegment, Outcome, Speaker } from '../src/engine/summary-engine.ts';
import type { GoldSummary } from './stand-in/gold-summary.ts';

/** A call with what a person found in it. Every number in a list is an index into `segments`. */
export interface AnnotatedCall {
  readonly id: string;
  readonly call_date: string;
  readonly timezone: string;
  readonly rep: { readonly name: string };
  readonly prospect: { readonly name: string; readonly company: string };
  /** Who is heard, where the annotator wrote it down. */
  readonly people?: readonly { readonly side: Speaker }[];
  readonly segments: readonly AnalysedSegment[];
  readonly annotations: {
    readonly action_items: readonly {
      readonly owner: Speaker;
      readonly description: string;
      readonly due_date: string | null;
      readonly due_span?: readonly string[];
      readonly segments: readonly number[];
      readonly optional?: boolean;
    }[];
    readonly objections: readonly {
      readonly objection: string;
      readonly segments: readonly number[];
      readonly answer_segments: readonly number[] | null;
      readonly optional?: boolean;
    }[];
    readonly decisions: readonly {
      readonly decision: string;
      readonly segments: readonly number[];
      readonly optional?: boolean;
    }[];
    /** What a careless reader would report. */
    readonly must_not?: readonly { readonly kind: string; readonly segment: number }[];
    readonly outcome: Outcome;
    readonly key_moments: readonly number[];
    readonly notes?: string;
  };
  /** From 0 to 100, as a reader gave it; null where no sales conversation took place. */
  readonly coaching?: number | null;
  /** The annotator's summary in words, where there is one: what the stand-in for readers compares with. */
  readonly gold?: GoldSummary;
}
