import type { AnalysisStatus, Outcome } from '@ci/contracts';
import { isErased, type Erased } from '@ci/event-store';
import type { CallContent, CallEvent, CallFacts, CallRecorded, CallUpdated } from './call.events.ts';

export interface UnknownCall {
  readonly status: 'unknown';
}

export interface KnownCall {
  readonly status: 'recorded' | 'deleted';
  readonly facts: CallFacts;
  /** As it was recorded; a later title is in `title`. */
  readonly content: CallContent | Erased;
  readonly title: string | null;
  readonly outcomeProvided: Outcome | null;
  readonly outcomeInferred: Outcome | null;
  /** The newest analysis that was asked for or heard of. */
  readonly revision: number;
  readonly analysis: AnalysisStatus;
  readonly coachingScore: number | null;
}

export type CallState = UnknownCall | KnownCall;

export const initialState = (): CallState => ({ status: 'unknown' });

export function evolve(state: CallState, event: CallEvent): CallState {
  if (event.type === 'CallRecorded') return recorded(event);
  if (state.status === 'unknown') return state;
  switch (event.type) {
    case 'CallUpdated':
      return updated(state, event);
    case 'ReanalysisRequested':
      return { ...state, revision: event.data.revision, analysis: 'pending' };
    case 'CallAnalysed': {
      const { revision, coaching_score, outcome } = event.data;
      return { ...state, revision, analysis: 'ready', coachingScore: coaching_score, outcomeInferred: outcome };
    }
    case 'AnalysisFailed':
      return { ...state, revision: event.data.revision, analysis: 'failed' };
    case 'CallDeleted':
      return { ...state, status: 'deleted' };
  }
}

function recorded({ data, personal }: CallRecorded): KnownCall {
  return {
    status: 'recorded',
    facts: data,
    content: personal,
    title: isErased(personal) ? null : personal.title,
    outcomeProvided: data.outcome_provided,
    outcomeInferred: null,
    revision: 1,
    analysis: 'pending',
    coachingScore: null,
  };
}

function updated(state: KnownCall, { data, personal }: CallUpdated): KnownCall {
  const outcomeProvided = data.outcome_provided === undefined ? state.outcomeProvided : data.outcome_provided;
  if (personal === undefined) return { ...state, outcomeProvided };
  return { ...state, outcomeProvided, title: isErased(personal) ? null : personal.title };
}
