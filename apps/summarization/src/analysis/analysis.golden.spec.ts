import { goldenEventTests } from '@ci/testing/golden';
import { analysisDecider } from './analysis.decider.ts';
import { analysisEvents, type KeptActionItem } from './analysis.events.ts';
import { call, coaching, contract, prospect, result } from './analysis.fixture.ts';

const asOf = '2026-11-20T15:31:02.118Z';
const snapshot = {
  call: { ...call, title: 'Acme Logistics: pricing', external_id: 'zoom-81723', source: 'zoom' },
  prospect,
};
const {
  coaching_score: _score,
  coaching: _coaching,
  outcome: _outcome,
  action_items: _items,
  ...texts
} = result(contract);
const evidence = [{ start_ms: 25_100, end_ms: 30_300, quote: 'Let us start with the basic plan.' }];

const item: KeptActionItem = {
  id: 'act_06f0q2k9a1c3e5g7j9m1p3r5t7',
  description: 'Send the contract.',
  owner: 'rep',
  dueDate: '2026-11-27',
  completedAt: '2026-11-24T09:12:45.300Z',
  createdAt: '2026-11-20T15:31:02.860Z',
  evidence: contract.evidence,
  foundOwner: 'rep',
  edited: ['description'],
};

const tests = goldenEventTests({
  folder: new URL('../../golden-events/', import.meta.url),
  catalogue: analysisEvents,
  evolve: (event) => analysisDecider.evolve(analysisDecider.initialState(), event),
  examples: {
    AnalysisRequested: {
      type: 'AnalysisRequested',
      data: { callId: call.id, revision: 1, outcomeProvided: 'won', asOf },
      personal: snapshot,
    },
    CallUpdated: { type: 'CallUpdated', data: { outcomeProvided: 'won', asOf }, personal: snapshot },
    AnalysisCompleted: {
      type: 'AnalysisCompleted',
      data: {
        callId: call.id,
        revision: 1,
        coachingScore: 68,
        outcome: 'follow_up',
        engine: { name: 'rules', version: '1' },
        generatedAt: '2026-11-20T15:31:02.860Z',
      },
      personal: {
        summary: {
          ...texts,
          key_moments: [{ timestamp_ms: 25_100, description: 'They agree to start with the basic plan.' }],
          decisions: ['They start with the basic plan.'],
          evidence: { ...texts.evidence, key_moments: [evidence], decisions: [evidence] },
        },
        actionItems: [item],
        coaching,
      },
    },
    AnalysisFailed: {
      type: 'AnalysisFailed',
      data: { callId: call.id, revision: 1, reason: 'engine_failed', failedAt: '2026-11-20T15:31:02.860Z' },
    },
    ActionItemChanged: {
      type: 'ActionItemChanged',
      data: { itemId: item.id, completedAt: '2026-11-24T09:12:45.300Z', owner: 'prospect', dueDate: '2026-12-04' },
      personal: { description: 'Mail the contract.' },
    },
    AnalysisForgotten: { type: 'AnalysisForgotten', data: { callId: call.id } },
  },
});

it.each(tests)('%s', (_, test) => test());
