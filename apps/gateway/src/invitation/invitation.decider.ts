import { DomainError, notFound, type Decider } from '@ci/domain';
import type { MemberRole } from '../member/member.events.ts';
import { checkedRepIds } from '../member/rep-ids.ts';
import type { InvitationEvent } from './invitation.events.ts';

export type InvitationCommand =
  | {
      readonly type: 'CreateInvitation';
      readonly invitationId: string;
      readonly role: MemberRole;
      readonly repIds: readonly string[];
      readonly createdBy: string | null;
      /** For the first owner. */
      readonly first: boolean;
      readonly owners: Owners;
      readonly now: Date;
    }
  | { readonly type: 'AcceptInvitation'; readonly memberId: string; readonly owners: Owners; readonly now: Date }
  | { readonly type: 'WithdrawInvitation'; readonly now: Date };

/** The ids of those who own the workspace now. */
type Owners = readonly string[];

/** Who made an invitation, and for whom. */
interface Made {
  readonly createdBy: string | null;
  readonly first: boolean;
}

export type InvitationState =
  | { readonly status: 'none' | 'accepted' | 'withdrawn' }
  | ({ readonly status: 'open'; readonly expiresAt: string } & Made);

/** For how long a link may be used. */
export const INVITATION_DAYS = 7;

/** Whether a link may be used: its maker must still be allowed to invite, and one for the first owner is void once there is an owner. */
export function isValid({ createdBy, first }: Made, owners: Owners): boolean {
  if (createdBy !== null) return owners.includes(createdBy);
  return !first || owners.length === 0;
}

/** An invitation is accepted once, in time, or not at all. */
export const invitationDecider: Decider<InvitationState, InvitationCommand, InvitationEvent> = {
  initialState: () => ({ status: 'none' }),

  evolve(_state, event) {
    switch (event.type) {
      case 'InvitationCreated':
        return {
          status: 'open',
          expiresAt: event.data.expiresAt,
          createdBy: event.data.createdBy,
          first: event.data.first === true,
        };
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
        if (!isValid(command, command.owners)) throw new DomainError('insufficient_scope', 'Only an owner may invite.');
        const { invitationId, role, createdBy, first, now } = command;
        const repIds = checkedRepIds(command.repIds);
        const expiresAt = new Date(now.getTime() + INVITATION_DAYS * 24 * 3_600_000).toISOString();
        return [
          {
            type: 'InvitationCreated',
            data: {
              invitationId,
              role,
              ...(repIds.length === 0 ? {} : { repIds }),
              createdAt: now.toISOString(),
              expiresAt,
              createdBy,
              ...(first ? { first } : {}),
            },
          },
        ];
      }
      case 'AcceptInvitation': {
        // Used, withdrawn, expired, or from a member who may not invite: the client gets the same `not_found` for each.
        if (state.status !== 'open' || command.now.toISOString() >= state.expiresAt) throw notFound();
        if (!isValid(state, command.owners)) throw notFound();
        const { memberId, now } = command;
        return [{ type: 'InvitationAccepted', data: { memberId, acceptedAt: now.toISOString() } }];
      }
      case 'WithdrawInvitation':
        if (state.status !== 'open') throw notFound();
        return [{ type: 'InvitationWithdrawn', data: { withdrawnAt: command.now.toISOString() } }];
    }
  },
};
