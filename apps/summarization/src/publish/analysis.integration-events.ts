import type { ActionItem, Call, Outcome, PublishedBy } from '@ci/contracts';
import type { NewEvent } from '@ci/event-store';
import { messageIdOf, type OutgoingMessage } from '@ci/messaging';
import type { AnalysisCompleted, AnalysisEvent, AnalysisFailed, KeptActionItem } from '../analysis/analysis.events.ts';
import type { AnalysisState } from '../analysis/analysis.state.ts';

/**
 * What others hear of a call's analysis: each revision ends in one `summary.ready` or `summary.failed`. The same events give the same
 * messages, today and when they are sent again; of an erased call nothing is published.
 */
export function analysisMessages(
  events: readonly NewEvent<AnalysisEvent>[],
  state: AnalysisState,
): readonly AnalysisMessage[] {
  const known = state.call;
  if (known === null) return [];
  const callId = known.call.id;
  return events.flatMap((stored): AnalysisMessage[] => {
    const { event } = stored;
    const about = <Topic extends AnalysisMessage['topic']>(topic: Topic) => ({
      topic,
      ...envelopeOf(stored, topic, callId),
    });
    switch (event.type) {
      case 'AnalysisCompleted':
        return [{ ...about('summary.ready'), data: summaryReady(event, state, known) }];
      case 'AnalysisFailed':
        return [{ ...about('summary.failed'), data: summaryFailed(event, known) }];
      case 'ActionItemChanged': {
        const item = state.actionItems.find(({ id }) => id === event.data.itemId);
        if (item === undefined) return [];
        const data = { call_id: callId, action_item: actionItemOf(item, callId) };
        return [{ ...about('action_item.updated'), data }];
      }
      case 'AnalysisRequested':
      case 'CallUpdated':
      case 'AnalysisForgotten':
        return [];
    }
  });
}

function envelopeOf({ eventId, stream, recordedAt, metadata }: NewEvent<AnalysisEvent>, topic: string, callId: string) {
  return {
    key: callId,
    workspaceId: stream.workspaceId,
    subject: callId,
    messageId: messageIdOf(eventId, topic),
    time: recordedAt,
    ...(metadata.traceparent === undefined ? {} : { traceparent: metadata.traceparent }),
  };
}

export type AnalysisMessage = OutgoingMessage<PublishedBy<'summarization'>>;

type KnownCall = NonNullable<AnalysisState['call']>;

/** What a client said about the outcome wins over what the transcript suggests; ingestion decides in the same way. */
function summaryReady({ data }: AnalysisCompleted, { summary, actionItems }: AnalysisState, known: KnownCall) {
  if (summary === null) throw new Error('a completed analysis without a summary');
  const outcome = effectiveOutcome(known, data.outcome);
  const call: Call = {
    ...known.call,
    ...outcome,
    coaching_score: data.coachingScore,
    analysis_status: 'ready',
    updated_at: data.generatedAt,
  };
  return {
    call,
    prospect: { email: known.prospect.email },
    summary,
    action_items: actionItems.map((item) => actionItemOf(item, call.id)),
    ...outcome,
    outcome_inferred: data.outcome,
    revision: data.revision,
  };
}

function summaryFailed({ data: { revision, reason, failedAt } }: AnalysisFailed, known: KnownCall) {
  const call: Call = {
    ...known.call,
    ...effectiveOutcome(known, known.call.outcome),
    analysis_status: 'failed',
    updated_at: failedAt,
  };
  return { call, prospect: { email: known.prospect.email }, reason, revision };
}

function effectiveOutcome({ outcomeProvided }: KnownCall, inferred: Outcome): Pick<Call, 'outcome' | 'outcome_source'> {
  return outcomeProvided === null
    ? { outcome: inferred, outcome_source: 'inferred' }
    : { outcome: outcomeProvided, outcome_source: 'provided' };
}

function actionItemOf(item: KeptActionItem, callId: string): ActionItem {
  return {
    id: item.id,
    call_id: callId,
    description: item.description,
    owner: item.owner,
    due_date: item.dueDate,
    completed: item.completedAt !== null,
    completed_at: item.completedAt,
    created_at: item.createdAt,
    evidence: [...item.evidence],
  };
}
