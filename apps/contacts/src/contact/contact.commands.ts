import type { Outcome } from '@ci/contracts';

/** A call with this prospect was recorded. Ids and times come from the edge. */
export interface JoinCall {
  readonly type: 'JoinCall';
  /** The id that the contact gets if it is new. */
  readonly newContactId: string;
  readonly now: Date;
  readonly email: string;
  readonly name: string | null;
  readonly company: string | null;
  readonly callId: string;
  readonly createdAt: string;
  readonly durationSeconds: number;
  readonly repId: string;
  readonly providedOutcome: Outcome | null;
  readonly asOf: string;
}

export interface NoteAnalysis {
  readonly type: 'NoteAnalysis';
  readonly callId: string;
  readonly revision: number;
  readonly coachingScore: number;
  readonly inferredOutcome: Outcome | null;
}

export interface NoteProvidedOutcome {
  readonly type: 'NoteProvidedOutcome';
  readonly callId: string;
  readonly outcome: Outcome | null;
  readonly asOf: string;
}

export interface LeaveCall {
  readonly type: 'LeaveCall';
  readonly callId: string;
}

export type ContactCommand = JoinCall | NoteAnalysis | NoteProvidedOutcome | LeaveCall;
