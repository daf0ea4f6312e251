import type { Decider } from '@ci/event-store';
import { DomainError, notFound } from '@ci/platform';
import type { MemberRole } from '../member/member.events.ts';
import type { InvitationEvent } from './invitation.events.ts';

export type InvitationCommand =
  | {
      readonly type: 'CreateInvitation';
      readonly invitationId: string;
      readonly role: MemberRole;
      readonly createdBy: string | null;
      readonly now: Date;
    }
  | { readonly type: 'AcceptInvitation'; readonly memberId: string; readonly now: Date }
  | { readonly type: 'WithdrawInvitation'; readonly now: Date };

export type InvitationState =
  | { readonly status: 'none' | 'accepted' | 'withdrawn' }
  | { readonly status: 'open'; readonly role: MemberRole; readonly expiresAt: string };

/** For how long a link may be used. */
export const INVITATION_DAYS = 7;

/** An invitation is accepted once, in time, or not at all. */
export const invitationDecider: Decider<InvitationState, InvitationCommand, InvitationEvent> = {
  initialState: () => ({ status: 'none' }),

  evolve(_state, event) {
    switch (event.type) {
      case 'InvitationCreated':
        return { status: 'open', role: event.data.role, expiresAt: event.data.expiresAt };
      case 'InvitationAccepted':
        return { status: 'accepted' };
      case 'InvitationWithdrawn':
        return { status: 'withdrawn' };
    }
  },

  decide(command, state) {
    switch (command.type) {
      case 'CreateInvitation': {
        if (state.status !== 'none') throw new DomainError('conflict', 'This invitation exists already.');
        const { invitationId, role, createdBy, now } = command;
        const expiresAt = new Date(now.getTime() + INVITATION_DAYS * 24 * 3_600_000).toISOString();
        return [
          {
            type: 'InvitationCreated',
            data: { invitationId, role, createdAt: now.toISOString(), expiresAt, createdBy },
          },
        ];
      }
      case 'AcceptInvitation': {
        // Used, withdrawn, too late: whoever holds the link learns that it leads nowhere, and nothing else.
        if (state.status !== 'open' || command.now.toISOString() >= state.expiresAt) throw notFound();
        const { memberId, now } = command;
        return [{ type: 'InvitationAccepted', data: { memberId, acceptedAt: now.toISOString() } }];
      }
      case 'WithdrawInvitation':
        if (state.status !== 'open') throw notFound();
        return [{ type: 'InvitationWithdrawn', data: { withdrawnAt: command.now.toISOString() } }];
    }
  },
};
