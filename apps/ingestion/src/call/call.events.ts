import type { Outcome, Segment, SpeakerMapping, SummaryFailureReason } from '@ci/contracts';
import { defineEvents, type Erased } from '@ci/domain';

export interface Person {
  readonly name: string | null;
  readonly email: string | null;
}

export interface Prospect extends Person {
  readonly company: string | null;
}

/** What a call is beside the people on it and what they said. */
export interface CallFacts {
  readonly call_id: string;
  readonly rep_id: string;
  /** As the API writes instants: UTC, milliseconds. */
  readonly started_at: string;
  readonly duration_seconds: number;
  readonly outcome_provided: Outcome | null;
  readonly source: string | null;
  readonly timezone: string;
  readonly speaker_mapping: SpeakerMapping | null;
  readonly segment_count: number;
}

/** The part of a call that is erased with it. */
export interface CallContent {
  readonly rep: Person;
  readonly prospect: Prospect;
  readonly attendees: readonly Person[];
  readonly title: string | null;
  readonly external_id: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** While the call is being recorded. It is stored in `call_transcripts` alone; events of ingestion 1.1 and before still hold it. */
  readonly transcript: readonly Segment[];
  /** Where there is an external id: what distinguishes the same call, sent again, from another one. In events of ingestion 1.2 and later. */
  readonly content_hash?: string;
}

export interface CallRecorded {
  readonly type: 'CallRecorded';
  readonly data: CallFacts;
  readonly personal: CallContent | Erased;
}

/** A client corrected the call. Only what changed is there; `null` takes a value back. */
export interface CallUpdated {
  readonly type: 'CallUpdated';
  readonly data: { readonly outcome_provided?: Outcome | null };
  readonly personal?: { readonly title: string | null } | Erased;
}

export interface ReanalysisRequested {
  readonly type: 'ReanalysisRequested';
  /** Requests of 1.0 do not say when. In the background: requested by an operator, with no client waiting. */
  readonly data: { readonly revision: number; readonly requested_at?: string; readonly background?: true };
}

/**
 * A client corrected who is the rep. `swapped` compares with the recording, not with the correction before: a consumer that gets the event twice
 * has the same sides.
 */
export interface SpeakersSwapped {
  readonly type: 'SpeakersSwapped';
  readonly data: { readonly swapped: boolean; readonly revision: number; readonly requested_at: string };
}

/** `outcome` is the inferred one; `null` where the analysis took over the one that a client had given. */
export interface CallAnalysed {
  readonly type: 'CallAnalysed';
  readonly data: {
    readonly revision: number;
    readonly coaching_score: number;
    readonly outcome: Outcome | null;
    /** A later revision was known already and has no result: this one gives score and outcome, the later one says how the call stands. */
    readonly overtaken?: true;
  };
}

export interface AnalysisFailed {
  readonly type: 'AnalysisFailed';
  readonly data: { readonly revision: number; readonly reason: SummaryFailureReason };
}

export interface CallDeleted {
  readonly type: 'CallDeleted';
  readonly data: { readonly deleted_at: string };
}

export type CallEvent =
  | CallRecorded
  | CallUpdated
  | ReanalysisRequested
  | SpeakersSwapped
  | CallAnalysed
  | AnalysisFailed
  | CallDeleted;

export const callEvents = defineEvents<CallEvent>({
  CallRecorded: { version: 1, apart: { transcript: [] } },
  CallUpdated: { version: 1 },
  ReanalysisRequested: { version: 1 },
  SpeakersSwapped: { version: 1 },
  CallAnalysed: { version: 1 },
  AnalysisFailed: { version: 1 },
  CallDeleted: { version: 1 },
});
