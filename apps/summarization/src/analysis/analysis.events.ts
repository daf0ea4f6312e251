import type { Call, FallbackReason, Outcome, Prospect, Speaker, SummaryFailureReason } from '@ci/contracts';
import { defineEvents, isErased, type Erased, type EventInAnyVersion } from '@ci/domain';
import type { AnalysisResult, Coaching, Evidence } from '../engine/summary-engine.ts';

/** A new revision is to be made. The transcript lies with the job and is gone when the job is: no later command has to load it. */
export interface AnalysisRequested {
  readonly type: 'AnalysisRequested';
  readonly data: { readonly callId: string; readonly revision: number } & ProvidedOutcome;
  readonly personal: CallSnapshot | Erased;
}

/** A client changed outcome or title of the call. */
export interface CallUpdated {
  readonly type: 'CallUpdated';
  readonly data: ProvidedOutcome;
  readonly personal: CallSnapshot | Erased;
}

export interface AnalysisCompleted {
  readonly type: 'AnalysisCompleted';
  readonly data: {
    readonly callId: string;
    readonly revision: number;
    readonly coachingScore: number;
    readonly outcome: Outcome;
    readonly engine: {
      readonly name: string;
      readonly version: string;
      readonly fallback_reason?: FallbackReason;
    };
    readonly generatedAt: string;
  };
  readonly personal: AnalysisContents | Erased;
}

export interface AnalysisFailed {
  readonly type: 'AnalysisFailed';
  readonly data: {
    readonly callId: string;
    readonly revision: number;
    readonly reason: SummaryFailureReason;
    readonly failedAt: string;
  };
}

/** What a client changed; a field that is absent stayed as it was. */
export interface ActionItemChanged {
  readonly type: 'ActionItemChanged';
  readonly data: {
    readonly itemId: string;
    readonly completedAt?: string | null;
    readonly owner?: Speaker;
    readonly dueDate?: string | null;
  };
  readonly personal?: { readonly description: string } | Erased;
}

/** The call was deleted. Nothing about it counts any more, whenever it arrives. */
export interface AnalysisForgotten {
  readonly type: 'AnalysisForgotten';
  readonly data: { readonly callId: string };
}

export type AnalysisEvent =
  | AnalysisRequested
  | CallUpdated
  | AnalysisCompleted
  | AnalysisFailed
  | ActionItemChanged
  | AnalysisForgotten;

/** What a client said about the outcome (null: nothing), as of a time. */
export interface ProvidedOutcome {
  readonly outcomeProvided: Outcome | null;
  readonly asOf: string;
}

/** The call as ingestion showed it last. */
export interface CallSnapshot {
  readonly call: Call;
  readonly prospect: Prospect;
}

export interface AnalysisContents {
  readonly summary: SummaryTexts;
  /** As they are from now on, kept ones included. */
  readonly actionItems: readonly KeptActionItem[];
  /** Quotes what was said; null: the analysis is older than the criteria. */
  readonly coaching: Coaching | null;
}

export type SummaryTexts = Omit<AnalysisResult, 'coaching_score' | 'coaching' | 'outcome' | 'action_items'>;

export type EditableField = 'description' | 'owner' | 'dueDate';

export interface KeptActionItem {
  readonly id: string;
  readonly description: string;
  readonly owner: Speaker;
  readonly dueDate: string | null;
  readonly completedAt: string | null;
  readonly createdAt: string;
  readonly evidence: readonly Evidence[];
  /** Whom the analysis named: clients may change the owner, and the item is still the same one. */
  readonly foundOwner: Speaker;
  /** What a client has changed and no analysis may change back. */
  readonly edited: readonly EditableField[];
}

export const analysisEvents = defineEvents<AnalysisEvent>({
  AnalysisRequested: { version: 2, upcast: { 1: withProspect } },
  CallUpdated: { version: 2, upcast: { 1: withProspect } },
  AnalysisCompleted: { version: 2, upcast: { 1: withoutCoaching } },
  AnalysisFailed: { version: 1 },
  ActionItemChanged: { version: 1 },
  AnalysisForgotten: { version: 1 },
});

function withoutCoaching(event: EventInAnyVersion): EventInAnyVersion {
  const { personal } = event;
  return personal === undefined || isErased(personal) ? event : { ...event, personal: { ...personal, coaching: null } };
}

/** Of the prospect only the address was kept. */
function withProspect(event: EventInAnyVersion): EventInAnyVersion {
  const { personal } = event;
  if (personal === undefined || isErased(personal)) return event;
  const { prospectEmail: email = null, ...rest } = personal as { readonly prospectEmail?: string | null };
  return { ...event, personal: { ...rest, prospect: { email, name: null, company: null } } };
}
