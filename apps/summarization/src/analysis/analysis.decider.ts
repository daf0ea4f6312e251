import type { Decider } from '@ci/domain';
import type { AnalysisCommand, ChangeActionItem, CompleteAnalysis } from './analysis.commands.ts';
import type { ActionItemChanged, AnalysisEvent, KeptActionItem } from './analysis.events.ts';
import { evolve, initialState, type AnalysisState } from './analysis.state.ts';
import { keepActionItems } from './kept-action-items.ts';

/**
 * The analyses of one call. Messages arrive in any order and more than once, and a job may end twice: what is known already is ignored, each
 * revision ends once, and nothing happens after the call was deleted.
 */
export const analysisDecider: Decider<AnalysisState, AnalysisCommand, AnalysisEvent> = {
  initialState,
  evolve,

  decide(command, state) {
    if (state.forgotten) return [];
    switch (command.type) {
      case 'RequestAnalysis': {
        const { revision, call, prospect, outcomeProvided } = command;
        if (revision <= state.requested) return [];
        const data = { callId: call.id, revision, outcomeProvided, asOf: call.updated_at };
        return [{ type: 'AnalysisRequested', data, personal: { call, prospect } }];
      }
      case 'NoteCallUpdate': {
        const { call, prospect, outcomeProvided } = command;
        if (state.call !== null && state.call.asOf >= call.updated_at) return [];
        const data = { outcomeProvided, asOf: call.updated_at };
        return [{ type: 'CallUpdated', data, personal: { call, prospect } }];
      }
      case 'CompleteAnalysis':
        return command.revision <= state.ended ? [] : [completed(command, state)];
      case 'FailAnalysis': {
        const { callId, revision, reason, failedAt } = command;
        if (revision <= state.ended) return [];
        return [{ type: 'AnalysisFailed', data: { callId, revision, reason, failedAt: failedAt.toISOString() } }];
      }
      case 'ChangeActionItem':
        return changeActionItem(command, state);
      case 'ForgetAnalysis':
        return [{ type: 'AnalysisForgotten', data: { callId: command.callId } }];
    }
  },
};

function completed(command: CompleteAnalysis, state: AnalysisState): AnalysisEvent {
  const { callId, revision, result, engine, newItemIds } = command;
  const generatedAt = command.generatedAt.toISOString();
  const { coaching_score: coachingScore, coaching, outcome, action_items, ...summary } = result;
  return {
    type: 'AnalysisCompleted',
    data: { callId, revision, coachingScore, outcome, engine, generatedAt },
    personal: {
      summary,
      actionItems: keepActionItems(state.actionItems, action_items, { newIds: newItemIds, createdAt: generatedAt }),
      coaching,
    },
  };
}

/** Only what differs is a change: the same request again has no effect. */
function changeActionItem({ itemId, changes, now }: ChangeActionItem, state: AnalysisState): AnalysisEvent[] {
  const item = state.actionItems.find(({ id }) => id === itemId);
  if (item === undefined) return [];
  const data = { itemId, ...changedFields(item, changes, now) };
  const { description } = changes;
  const described = description !== undefined && description !== item.description;
  if (!described && Object.keys(data).length === 1) return [];
  return [{ type: 'ActionItemChanged', data, ...(described ? { personal: { description } } : {}) }];
}

function changedFields(
  item: KeptActionItem,
  { completed: isCompleted, owner, dueDate }: ChangeActionItem['changes'],
  now: Date,
): Omit<ActionItemChanged['data'], 'itemId'> {
  const wasCompleted = item.completedAt !== null;
  return {
    ...(isCompleted === undefined || isCompleted === wasCompleted
      ? {}
      : { completedAt: isCompleted ? now.toISOString() : null }),
    ...(owner === undefined || owner === item.owner ? {} : { owner }),
    ...(dueDate === undefined || dueDate === item.dueDate ? {} : { dueDate }),
  };
}
