import { goldenEventTests } from '@ci/testing/golden';
import { callDecider } from './call.decider.ts';
import { callEvents, type CallRecorded } from './call.events.ts';

const recorded: CallRecorded = {
  type: 'CallRecorded',
  data: {
    call_id: 'call_06f0q2k8t9v3x5z7b1d4g6j8m0',
    rep_id: 'user_dana',
    started_at: '2026-11-20T15:00:00.000Z',
    duration_seconds: 94,
    outcome_provided: 'won',
    source: 'zoom',
    timezone: 'America/New_York',
    speaker_mapping: 'email',
    segment_count: 2,
  },
  personal: {
    rep: { name: 'Dana Reyes', email: 'dana@northwind-analytics.example' },
    prospect: { name: 'Marcus Webb', email: 'marcus.webb@acme-logistics.example', company: 'Acme Logistics' },
    attendees: [{ name: 'Marcus Webb', email: 'marcus.webb@acme-logistics.example' }],
    title: 'Acme Logistics: pricing',
    external_id: 'zoom-81723',
    metadata: {},
    content_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    transcript: [],
  },
};

const tests = goldenEventTests({
  folder: new URL('../../golden-events/', import.meta.url),
  catalogue: callEvents,
  added: { CallRecorded: ['content_hash'], ReanalysisRequested: ['requested_at', 'background'] },
  evolve: (event) => callDecider.evolve(callDecider.evolve(callDecider.initialState(), recorded), event),
  examples: {
    CallRecorded: recorded,
    CallUpdated: { type: 'CallUpdated', data: { outcome_provided: 'won' }, personal: { title: 'Renewal' } },
    ReanalysisRequested: {
      type: 'ReanalysisRequested',
      data: { revision: 2, requested_at: '2026-11-20T17:00:00.000Z', background: true },
    },
    SpeakersSwapped: {
      type: 'SpeakersSwapped',
      data: { swapped: true, revision: 2, requested_at: '2026-11-20T17:00:00.000Z' },
    },
    CallAnalysed: { type: 'CallAnalysed', data: { revision: 1, coaching_score: 68, outcome: 'follow_up' } },
    AnalysisFailed: { type: 'AnalysisFailed', data: { revision: 1, reason: 'nothing_to_analyse' } },
    CallDeleted: { type: 'CallDeleted', data: { deleted_at: '2026-11-20T17:45:00.512Z' } },
  },
});

it.each(tests)('%s', (_, test) => test());
