import { defineEvents, type Erased } from '@ci/domain';

/** An owner is a read-write key with a face, a member a read-only one: they see no webhooks, and change nothing but their own account. */
export type MemberRole = 'owner' | 'member';

export interface MemberJoined {
  readonly type: 'MemberJoined';
  readonly data: {
    readonly memberId: string;
    readonly role: MemberRole;
    readonly invitationId: string;
    readonly joinedAt: string;
  };
  readonly personal: { readonly name: string; readonly email: string } | Erased;
}

export interface MemberRenamed {
  readonly type: 'MemberRenamed';
  readonly data: { readonly renamedAt: string };
  readonly personal: { readonly name: string } | Erased;
}

export interface MemberRoleChanged {
  readonly type: 'MemberRoleChanged';
  readonly data: { readonly role: MemberRole; readonly changedAt: string };
}

export interface MemberRemoved {
  readonly type: 'MemberRemoved';
  readonly data: { readonly removedAt: string };
}

/** The life of a member. The password's hash is in a table of its own: no event holds it. */
export type MemberEvent = MemberJoined | MemberRenamed | MemberRoleChanged | MemberRemoved;

export const memberEvents = defineEvents<MemberEvent>({
  MemberJoined: { version: 1 },
  MemberRenamed: { version: 1 },
  MemberRoleChanged: { version: 1 },
  MemberRemoved: { version: 1 },
});
