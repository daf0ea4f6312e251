import { goldenEventTests } from '@ci/testing/golden';
import { memberDecider } from './member.decider.ts';
import { memberEvents } from './member.events.ts';

const tests = goldenEventTests({
  folder: new URL('../../golden-events/member/', import.meta.url),
  catalogue: memberEvents,
  evolve: (event) => memberDecider.evolve(memberDecider.initialState(), event),
  examples: {
    MemberJoined: {
      type: 'MemberJoined',
      data: {
        memberId: 'mem_06f0q2k8t9v3x5z7b1d4g6j8m0',
        role: 'rep',
        repIds: ['user_dana'],
        invitationId: 'inv_06f0q2k8t9v3x5z7b1d4g6j8m0',
        joinedAt: '2026-11-20T15:31:02.118Z',
      },
      personal: { name: 'Dana Reyes', email: 'dana@northwind-analytics.example' },
    },
    MemberRenamed: {
      type: 'MemberRenamed',
      data: { renamedAt: '2026-11-21T15:31:02.118Z' },
      personal: { name: 'Dana O’Reyes' },
    },
    MemberRoleChanged: {
      type: 'MemberRoleChanged',
      data: { role: 'rep', repIds: ['user_dana'], changedAt: '2026-11-21T15:31:02.118Z' },
    },
    MemberRemoved: { type: 'MemberRemoved', data: { removedAt: '2026-11-21T15:31:02.118Z' } },
  },
  added: { MemberJoined: ['repIds'], MemberRoleChanged: ['repIds'] },
});

it.each(tests)('%s', (_, test) => test());
