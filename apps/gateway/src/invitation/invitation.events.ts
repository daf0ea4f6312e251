import { defineEvents } from '@ci/domain';
import type { RecordedRole } from '../member/member.events.ts';

export interface InvitationCreated {
  readonly type: 'InvitationCreated';
  readonly data: {
    readonly invitationId: string;
    readonly role: RecordedRole;
    /** Reps whose calls will be the member's own. Absent: none. */
    readonly repIds?: readonly string[];
    readonly createdAt: string;
    readonly expiresAt: string;
    /** A member's id; null: an operator. */
    readonly createdBy: string | null;
    /** Made for the first owner: void once the workspace has one. Absent means no. */
    readonly first?: boolean;
  };
}

export interface InvitationAccepted {
  readonly type: 'InvitationAccepted';
  readonly data: { readonly memberId: string; readonly acceptedAt: string };
}

export interface InvitationWithdrawn {
  readonly type: 'InvitationWithdrawn';
  readonly data: { readonly withdrawnAt: string };
}

/** The life of an invitation. It names no invitee: any holder of its link may accept it. The link's hash is in a separate table. */
export type InvitationEvent = InvitationCreated | InvitationAccepted | InvitationWithdrawn;

export const invitationEvents = defineEvents<InvitationEvent>({
  InvitationCreated: { version: 1 },
  InvitationAccepted: { version: 1 },
  InvitationWithdrawn: { version: 1 },
});
