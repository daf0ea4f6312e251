import type { Outcome, SummaryFailureReason } from '@ci/contracts';
import type { CallContent, CallFacts } from './call.events.ts';

export interface RecordCall {
  readonly type: 'RecordCall';
  readonly facts: CallFacts;
  readonly content: CallContent;
}

/** What is absent stays as it is; `null` takes a value back. */
export interface UpdateCall {
  readonly type: 'UpdateCall';
  readonly outcome?: Outcome | null;
  readonly title?: string | null;
}

export interface RequestReanalysis {
  readonly type: 'RequestReanalysis';
  readonly now: string;
  /** An operator asks, for this revision: a later one is left alone, and no client waits for the new one. */
  readonly operatorsOf?: number;
}

/** The rep was taken for the prospect, and the other way around: exchanges the sides and asks for another analysis. */
export interface SwapSpeakers {
  readonly type: 'SwapSpeakers';
  readonly now: string;
}

export interface DeleteCall {
  readonly type: 'DeleteCall';
  readonly deletedAt: string;
}

/** What the service learns of an analysis from elsewhere. */
export interface NoteAnalysis {
  readonly type: 'NoteAnalysis';
  readonly revision: number;
  readonly coachingScore: number;
  readonly inferredOutcome: Outcome | null;
}

export interface NoteFailedAnalysis {
  readonly type: 'NoteFailedAnalysis';
  readonly revision: number;
  readonly reason: SummaryFailureReason;
}

export type CallCommand =
  | RecordCall
  | UpdateCall
  | RequestReanalysis
  | SwapSpeakers
  | DeleteCall
  | NoteAnalysis
  | NoteFailedAnalysis;
