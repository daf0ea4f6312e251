import type { Call, Prospect } from '@ci/contracts';
import type { AnalysedActionItem, AnalysisResult, Coaching } from '../engine/summary-engine.ts';
import type { AnalysisCommand, CompleteAnalysis } from './analysis.commands.ts';

/** Invented; what a test does not care about is the same everywhere. */
export const call: Call = {
  id: 'call_1',
  created_at: '2026-11-20T15:00:00.000Z',
  updated_at: '2026-11-20T15:31:00.000Z',
  duration_seconds: 94,
  rep_id: 'user_dana',
  prospect_email: 'marcus@acme.example',
  coaching_score: null,
  outcome: 'no_outcome',
  outcome_source: 'inferred',
  analysis_status: 'pending',
  title: null,
  external_id: null,
  source: null,
};

export const prospect: Prospect = { email: 'marcus@acme.example', name: 'Marcus Webb', company: 'Acme Logistics' };

export const at = (minute: number): string => `2026-11-20T16:${String(minute).padStart(2, '0')}:00.000Z`;

export const contract: AnalysedActionItem = {
  description: 'Send the contract.',
  owner: 'rep',
  due_date: '2026-11-27',
  evidence: [{ start_ms: 30_600, end_ms: 37_400, quote: 'I will send you the contract by next Friday.' }],
};
export const references: AnalysedActionItem = {
  description: 'Send the references.',
  owner: 'prospect',
  due_date: null,
  evidence: [{ start_ms: 41_000, end_ms: 44_000, quote: 'I will send you the references.' }],
};

export const coaching: Coaching = {
  formula: { name: 'coaching', version: '1.0.0' },
  criteria: [
    {
      id: 'agenda',
      label: 'Says at the start what the call is for',
      points: 68,
      max_points: 100,
      value: 0.68,
      unit: 'count',
      target: { min: 1, max: null },
      evidence: [{ start_ms: 0, end_ms: 900, quote: 'Hello.' }],
    },
  ],
  not_judged: [{ id: 'patience', label: 'Waits before replying', reason: 'no_times' }],
};

export function result(...actionItems: readonly AnalysedActionItem[]): AnalysisResult {
  return {
    overview: 'They talked.',
    key_moments: [],
    objections: [],
    decisions: [],
    next_steps: [],
    coaching_score: 68,
    coaching,
    outcome: 'follow_up',
    action_items: actionItems,
    evidence: {
      overview: [[{ start_ms: 0, end_ms: 900, quote: 'Hello.' }]],
      key_moments: [],
      objections: [],
      responses: [],
      decisions: [],
      next_steps: [],
    },
  };
}

export const request = (revision: number, change: Partial<Call> = {}): AnalysisCommand => ({
  type: 'RequestAnalysis',
  revision,
  call: { ...call, ...change },
  prospect,
  outcomeProvided: null,
});

export const noteUpdate = (outcomeProvided: Call['outcome'] | null, updatedAt: string): AnalysisCommand => ({
  type: 'NoteCallUpdate',
  call: { ...call, title: `as of ${updatedAt}`, updated_at: updatedAt },
  prospect,
  outcomeProvided,
});

export const complete = (
  revision: number,
  found: AnalysisResult = result(contract),
  newItemIds: readonly string[] = found.action_items.map((_, index) => `act_${revision}${index}`),
): CompleteAnalysis => ({
  type: 'CompleteAnalysis',
  callId: call.id,
  revision,
  result: found,
  engine: { name: 'rules', version: '1' },
  generatedAt: new Date(at(revision)),
  newItemIds,
});

export const fail = (revision: number): AnalysisCommand => ({
  type: 'FailAnalysis',
  callId: call.id,
  revision,
  reason: 'engine_failed',
  failedAt: new Date(at(revision)),
});

export const forget: AnalysisCommand = { type: 'ForgetAnalysis', callId: call.id };
