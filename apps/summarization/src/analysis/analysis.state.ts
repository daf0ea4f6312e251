import type { CallCoaching, CallSummary } from '@ci/contracts';
import { isErased } from '@ci/domain';
import type {
  ActionItemChanged,
  AnalysisCompleted,
  AnalysisContents,
  AnalysisEvent,
  AnalysisRequested,
  CallSnapshot,
  CallUpdated,
  EditableField,
  KeptActionItem,
  ProvidedOutcome,
} from './analysis.events.ts';

export interface AnalysisState {
  readonly forgotten: boolean;
  /** The newest that is known of the call, whichever message brought it. */
  readonly call: (CallSnapshot & ProvidedOutcome) | null;
  /** The highest revision that was asked for; 0 before the first. */
  readonly requested: number;
  /** The highest revision that has ended, either way. */
  readonly ended: number;
  readonly summary: CallSummary | null;
  readonly actionItems: readonly KeptActionItem[];
}

export const initialState = (): AnalysisState => ({
  forgotten: false,
  call: null,
  requested: 0,
  ended: 0,
  summary: null,
  actionItems: [],
});

export function evolve(state: AnalysisState, event: AnalysisEvent): AnalysisState {
  switch (event.type) {
    case 'AnalysisRequested':
      return { ...withCall(state, event), requested: event.data.revision };
    case 'CallUpdated':
      return withCall(state, event);
    case 'AnalysisCompleted':
      return completed(state, event);
    case 'AnalysisFailed':
      return { ...state, ended: event.data.revision };
    case 'ActionItemChanged':
      return {
        ...state,
        actionItems: state.actionItems.map((item) => (item.id === event.data.itemId ? changed(item, event) : item)),
      };
    case 'AnalysisForgotten':
      return { ...initialState(), forgotten: true };
  }
}

/** The summary as every client gets it. */
export function summaryOf(
  { callId, revision, coachingScore, engine, generatedAt }: AnalysisCompleted['data'],
  { summary }: AnalysisContents,
): CallSummary {
  // What the engine gave is read-only; the contract's type does not say so.
  return {
    call_id: callId,
    ...summary,
    coaching_score: coachingScore,
    generated_at: generatedAt,
    revision,
    engine: { ...engine, fallback_reason: engine.fallback_reason ?? null },
  } as CallSummary;
}

/** How the rep led the call, as every client gets it; null for an analysis that is older than the criteria. */
export function coachingOf(
  { callId, revision, coachingScore: score }: AnalysisCompleted['data'],
  { coaching }: AnalysisContents,
): CallCoaching | null {
  if (coaching === null) return null;
  return { call_id: callId, score, ...coaching, revision } as CallCoaching;
}

/** A message that overtook a newer one does not turn the call back. */
function withCall(state: AnalysisState, { data, personal }: AnalysisRequested | CallUpdated): AnalysisState {
  const { outcomeProvided, asOf } = data;
  if (isErased(personal) || (state.call !== null && state.call.asOf >= asOf)) return state;
  return { ...state, call: { ...personal, outcomeProvided, asOf } };
}

function completed(state: AnalysisState, { data, personal }: AnalysisCompleted): AnalysisState {
  const ended = { ...state, ended: data.revision };
  return isErased(personal)
    ? ended
    : { ...ended, summary: summaryOf(data, personal), actionItems: personal.actionItems };
}

function changed(item: KeptActionItem, { data, personal }: ActionItemChanged): KeptActionItem {
  const { completedAt, owner, dueDate } = data;
  const change = {
    ...(personal === undefined || isErased(personal) ? {} : { description: personal.description }),
    ...(owner === undefined ? {} : { owner }),
    ...(dueDate === undefined ? {} : { dueDate }),
  };
  const edited = [...new Set([...item.edited, ...(Object.keys(change) as EditableField[])])];
  return { ...item, ...change, edited, ...(completedAt === undefined ? {} : { completedAt }) };
}
