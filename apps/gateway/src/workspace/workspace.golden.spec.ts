import { goldenEventTests } from '@ci/testing/golden';
import { workspaceDecider } from './workspace.decider.ts';
import { workspaceEvents } from './workspace.events.ts';

const personal = { name: 'Northwind Analytics', domains: ['northwind-analytics.example'] };

const tests = goldenEventTests({
  folder: new URL('../../golden-events/workspace/', import.meta.url),
  catalogue: workspaceEvents,
  evolve: (event) => workspaceDecider.evolve(workspaceDecider.initialState(), event),
  examples: {
    WorkspaceCreated: {
      type: 'WorkspaceCreated',
      data: {
        workspaceId: 'wsp_06f0q2k8a1c3e5g7j9m2p4r6t8',
        timezone: 'America/New_York',
        createdAt: '2026-11-20T15:31:02.118Z',
        slug: 'northwind',
      },
      personal,
    },
    WorkspaceChanged: {
      type: 'WorkspaceChanged',
      data: { timezone: 'Europe/Lisbon', changedAt: '2026-11-20T16:31:02.118Z', slug: 'northwind' },
      personal,
    },
  },
  added: { WorkspaceCreated: ['slug'], WorkspaceChanged: ['slug'] },
});

it.each(tests)('%s', (_, test) => test());
