import { DomainError, notFound, type Decider } from '@ci/domain';
import type {
  CallCommand,
  NoteAnalysis,
  NoteFailedAnalysis,
  RequestReanalysis,
  SwapSpeakers,
  UpdateCall,
} from './call.commands.ts';
import type { CallEvent } from './call.events.ts';
import { evolve, initialState, type CallState, type KnownCall } from './call.state.ts';

export const callDecider: Decider<CallState, CallCommand, CallEvent> = { initialState, evolve, decide };

function decide(command: CallCommand, state: CallState): readonly CallEvent[] {
  switch (command.type) {
    case 'RecordCall':
      if (state.status !== 'unknown') return [];
      return [{ type: 'CallRecorded', data: command.facts, personal: command.content }];
    case 'UpdateCall':
      return update(command, present(state));
    case 'RequestReanalysis':
      return requestReanalysis(command, present(state));
    case 'SwapSpeakers':
      return swapSpeakers(command, present(state));
    case 'DeleteCall':
      // For the gateway, which then notifies the others once more: the first client may never have got a response.
      if (state.status === 'deleted')
        throw new DomainError('not_found', undefined, { headers: { 'x-call-deleted': '1' } });
      present(state);
      return [{ type: 'CallDeleted', data: { deleted_at: command.deletedAt } }];
    case 'NoteAnalysis':
      return noteAnalysis(command, state);
    case 'NoteFailedAnalysis':
      return noteFailedAnalysis(command, state);
  }
}

/** To a client a deleted call is one that never was. */
function present(state: CallState): KnownCall {
  if (state.status !== 'recorded') throw notFound();
  return state;
}

function update({ outcome, title }: UpdateCall, state: KnownCall): readonly CallEvent[] {
  const changesOutcome = outcome !== undefined && outcome !== state.outcomeProvided;
  const changesTitle = title !== undefined && title !== state.title;
  if (!changesOutcome && !changesTitle) return [];
  return [
    {
      type: 'CallUpdated',
      data: changesOutcome ? { outcome_provided: outcome } : {},
      ...(changesTitle ? { personal: { title } } : {}),
    },
  ];
}

/** So long a call is not analysed again: each time its transcript is sent to Kafka and gone through. */
const REANALYSIS_COOLDOWN_MS = 60_000;

function requestReanalysis({ now, operatorsOf }: RequestReanalysis, state: KnownCall): readonly CallEvent[] {
  if (operatorsOf !== undefined && operatorsOf !== state.revision) return [];
  if (state.analysis === 'pending') {
    // Temporary: a later request, also under the same idempotency key, is decided again.
    throw new DomainError('conflict', 'The call is already being analyzed.', { headers: { 'retry-after': '2' } });
  }
  const { reanalysisRequestedAt: last } = state;
  const waitMs = last === null ? 0 : Date.parse(last) + REANALYSIS_COOLDOWN_MS - Date.parse(now);
  // A clock that was set back must not keep the call from being analysed for longer than that.
  if (waitMs > 0 && waitMs <= REANALYSIS_COOLDOWN_MS) {
    throw new DomainError(
      'conflict',
      'The call was analyzed again less than a minute ago. Retry after the seconds in Retry-After.',
      {
        headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) },
      },
    );
  }
  const data = { revision: state.revision + 1, requested_at: now };
  return [{ type: 'ReanalysisRequested', data: operatorsOf === undefined ? data : { ...data, background: true } }];
}

/** Also during an analysis, which is of the wrong sides: the revision that this asks for overtakes it. */
function swapSpeakers({ now }: SwapSpeakers, state: KnownCall): readonly CallEvent[] {
  if (state.facts.segment_count === 0) throw new DomainError('conflict', 'The call has no transcript.');
  const data = { swapped: !state.swapped, revision: state.revision + 1, requested_at: now };
  return [{ type: 'SpeakersSwapped', data }];
}

/**
 * The highest revision wins, and of one revision a result wins over a failure; score and outcome are those of the highest revision that has a
 * result. Whatever the order and however often the same news arrives, the state is the same in the end.
 */
function noteAnalysis(command: NoteAnalysis, state: CallState): readonly CallEvent[] {
  const { revision, coachingScore, inferredOutcome } = command;
  if (state.status !== 'recorded' || revision <= state.analysedRevision) return [];
  const found = { revision, coaching_score: coachingScore, outcome: inferredOutcome };
  return [{ type: 'CallAnalysed', data: revision < state.revision ? { ...found, overtaken: true } : found }];
}

function noteFailedAnalysis({ revision, reason }: NoteFailedAnalysis, state: CallState): readonly CallEvent[] {
  if (state.status !== 'recorded' || revision < state.revision) return [];
  if (revision === state.revision && state.analysis !== 'pending') return [];
  return [{ type: 'AnalysisFailed', data: { revision, reason } }];
}
