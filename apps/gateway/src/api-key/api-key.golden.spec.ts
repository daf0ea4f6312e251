import { goldenEventTests } from '@ci/testing/golden';
import { apiKeyDecider } from './api-key.decider.ts';
import { apiKeyEvents } from './api-key.events.ts';

const tests = goldenEventTests({
  folder: new URL('../../golden-events/api-key/', import.meta.url),
  catalogue: apiKeyEvents,
  evolve: (event) => apiKeyDecider.evolve(apiKeyDecider.initialState(), event),
  examples: {
    KeyCreated: {
      type: 'KeyCreated',
      data: { keyId: 'key_06f0q2k8t9v3x5z7b1d4g6j8m0', scope: 'read-write', createdAt: '2026-11-20T15:31:02.118Z' },
      personal: { name: 'Dana’s import' },
    },
    KeyDeleted: { type: 'KeyDeleted', data: { deletedAt: '2026-11-21T15:31:02.118Z' } },
  },
});

it.each(tests)('%s', (_, test) => test());
