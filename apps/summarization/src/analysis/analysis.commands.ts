import type { Call, Outcome, Prospect, Speaker, SummaryFailureReason } from '@ci/contracts';
import type { AnalysisResult } from '../engine/summary-engine.ts';
import type { AnalysisCompleted } from './analysis.events.ts';

export interface RequestAnalysis {
  readonly type: 'RequestAnalysis';
  readonly revision: number;
  readonly call: Call;
  readonly prospect: Prospect;
  readonly outcomeProvided: Outcome | null;
}

export interface NoteCallUpdate {
  readonly type: 'NoteCallUpdate';
  readonly call: Call;
  readonly prospect: Prospect;
  readonly outcomeProvided: Outcome | null;
}

export interface CompleteAnalysis {
  readonly type: 'CompleteAnalysis';
  readonly callId: string;
  readonly revision: number;
  readonly result: AnalysisResult;
  readonly engine: AnalysisCompleted['data']['engine'];
  readonly generatedAt: Date;
  /** An id for each action item of the result, for those that turn out to be new. */
  readonly newItemIds: readonly string[];
}

export interface FailAnalysis {
  readonly type: 'FailAnalysis';
  readonly callId: string;
  readonly revision: number;
  readonly reason: SummaryFailureReason;
  readonly failedAt: Date;
}

export interface ActionItemChanges {
  readonly completed?: boolean;
  readonly description?: string;
  readonly owner?: Speaker;
  readonly dueDate?: string | null;
}

export interface ChangeActionItem {
  readonly type: 'ChangeActionItem';
  readonly itemId: string;
  readonly changes: ActionItemChanges;
  readonly now: Date;
}

export interface ForgetAnalysis {
  readonly type: 'ForgetAnalysis';
  readonly callId: string;
}

export type AnalysisCommand =
  | RequestAnalysis
  | NoteCallUpdate
  | CompleteAnalysis
  | FailAnalysis
  | ChangeActionItem
  | ForgetAnalysis;
