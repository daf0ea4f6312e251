import { goldenEventTests } from '@ci/testing/golden';
import { contactDecider } from './contact.decider.ts';
import { contactEvents } from './contact.events.ts';

const callId = 'call_06f0q2k8t9v3x5z7b1d4g6j8m0';
const contactId = 'con_06f0q2k8wbd4g6j8m0p2r4t6v8';

const tests = goldenEventTests({
  folder: new URL('../../golden-events/', import.meta.url),
  catalogue: contactEvents,
  evolve: (event) => contactDecider.evolve(contactDecider.initialState(), event),
  examples: {
    ContactRegistered: {
      type: 'ContactRegistered',
      data: { contactId, registeredAt: '2026-11-20T15:31:02.301Z' },
      personal: { email: 'marcus.webb@acme-logistics.example' },
    },
    DetailsLearned: {
      type: 'DetailsLearned',
      data: { callId },
      personal: { name: 'Marcus Webb', company: 'Acme Logistics' },
    },
    CallJoined: {
      type: 'CallJoined',
      data: { callId, createdAt: '2026-11-20T15:00:00.000Z', durationSeconds: 94, repId: 'user_dana' },
    },
    CallAnalysed: {
      type: 'CallAnalysed',
      data: { callId, revision: 1, coachingScore: 68, inferredOutcome: 'follow_up' },
    },
    OutcomeProvided: {
      type: 'OutcomeProvided',
      data: { callId, outcome: 'won', asOf: '2026-11-20T16:02:11.004Z' },
    },
    CallLeft: { type: 'CallLeft', data: { callId } },
    ContactForgotten: { type: 'ContactForgotten', data: { contactId } },
  },
  added: { CallJoined: ['repId'] },
});

it.each(tests)('%s', (_, test) => test());
