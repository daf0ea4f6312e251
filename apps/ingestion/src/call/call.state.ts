import type { AnalysisStatus, Outcome } from '@ci/contracts';
import { isErased, type Erased } from '@ci/domain';
import type { CallAnalysed, CallContent, CallEvent, CallFacts, CallRecorded, CallUpdated } from './call.events.ts';

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
  /** The newest that has a result: score and inferred outcome are its. 0 before the first. */
  readonly analysedRevision: number;
  readonly analysis: AnalysisStatus;
  readonly coachingScore: number | null;
  /** When the newest analysis beside the first was asked for; null where that is not known. */
  readonly reanalysisRequestedAt: string | null;
  /** Each side is the other one of the recording. */
  readonly swapped: boolean;
}

export type CallState = UnknownCall | KnownCall;

export const initialState = (): CallState => ({ status: 'unknown' });

export function evolve(state: CallState, event: CallEvent): CallState {
  if (event.type === 'CallRecorded') return recordedCall(event);
  return state.status === 'unknown' ? state : { ...state, ...changesOf(event) };
}

/** A call as its recording leaves it. */
export function recordedCall({ data, personal }: CallRecorded): KnownCall {
  return {
    status: 'recorded',
    facts: data,
    content: personal,
    title: isErased(personal) ? null : personal.title,
    outcomeProvided: data.outcome_provided,
    outcomeInferred: null,
    revision: 1,
    analysedRevision: 0,
    analysis: 'pending',
    coachingScore: null,
    reanalysisRequestedAt: null,
    swapped: false,
  };
}

/** The fields of a known call that an event sets, and their new values. State and read models are both made from this. */
export function changesOf(event: Exclude<CallEvent, CallRecorded>): Partial<KnownCall> {
  switch (event.type) {
    case 'CallUpdated':
      return updated(event);
    case 'ReanalysisRequested':
      return {
        revision: event.data.revision,
        analysis: 'pending',
        reanalysisRequestedAt: event.data.requested_at ?? null,
      };
    case 'SpeakersSwapped': {
      const { revision, swapped, requested_at } = event.data;
      return { revision, swapped, analysis: 'pending', reanalysisRequestedAt: requested_at };
    }
    case 'CallAnalysed':
      return analysed(event);
    case 'AnalysisFailed':
      return { revision: event.data.revision, analysis: 'failed' };
    case 'CallDeleted':
      return { status: 'deleted' };
  }
}

/** Of a revision that another has overtaken, only what it found counts. */
function analysed({ data }: CallAnalysed): Partial<KnownCall> {
  const { revision, coaching_score, outcome, overtaken = false } = data;
  const found = { analysedRevision: revision, coachingScore: coaching_score, outcomeInferred: outcome };
  return overtaken ? found : { ...found, revision, analysis: 'ready' };
}

function updated({ data, personal }: CallUpdated): Partial<KnownCall> {
  return {
    ...(data.outcome_provided === undefined ? {} : { outcomeProvided: data.outcome_provided }),
    ...(personal === undefined ? {} : { title: isErased(personal) ? null : personal.title }),
  };
}
