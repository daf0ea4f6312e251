import { goldenEventTests } from '@ci/testing/golden';
import { invitationDecider } from './invitation.decider.ts';
import { invitationEvents } from './invitation.events.ts';

const tests = goldenEventTests({
  folder: new URL('../../golden-events/invitation/', import.meta.url),
  catalogue: invitationEvents,
  evolve: (event) => invitationDecider.evolve(invitationDecider.initialState(), event),
  examples: {
    InvitationCreated: {
      type: 'InvitationCreated',
      data: {
        invitationId: 'inv_06f0q2k8t9v3x5z7b1d4g6j8m0',
        role: 'owner',
        repIds: ['user_dana'],
        createdAt: '2026-11-20T15:31:02.118Z',
        expiresAt: '2026-11-27T15:31:02.118Z',
        createdBy: null,
        first: true,
      },
    },
    InvitationAccepted: {
      type: 'InvitationAccepted',
      data: { memberId: 'mem_06f0q2k8t9v3x5z7b1d4g6j8m0', acceptedAt: '2026-11-21T15:31:02.118Z' },
    },
    InvitationWithdrawn: { type: 'InvitationWithdrawn', data: { withdrawnAt: '2026-11-21T15:31:02.118Z' } },
  },
  added: { InvitationCreated: ['first', 'repIds'] },
});

it.each(tests)('%s', (_, test) => test());
