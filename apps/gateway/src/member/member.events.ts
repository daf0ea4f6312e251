import { defineEvents, type Erased } from '@ci/domain';

/** An owner may do everything. A manager reads all calls and changes them, a rep only their own. A reader reads and changes nothing. */
export type MemberRole = 'owner' | 'manager' | 'rep' | 'reader';

/** Before there were four roles, who was no owner was a `member`. */
export type RecordedRole = MemberRole | 'member';

/** What a role that was recorded once is called today. */
export function roleOf(recorded: RecordedRole): MemberRole {
  return recorded === 'member' ? 'reader' : recorded;
}

export interface MemberJoined {
  readonly type: 'MemberJoined';
  readonly data: {
    readonly memberId: string;
    readonly role: RecordedRole;
    /** The `rep_id`s of the calls that are the member's own. Absent: none. */
    readonly repIds?: readonly string[];
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

/** The role, or the `rep_id`s, are others now. */
export interface MemberRoleChanged {
  readonly type: 'MemberRoleChanged';
  readonly data: { readonly role: RecordedRole; readonly repIds?: readonly string[]; readonly changedAt: string };
}

export interface MemberRemoved {
  readonly type: 'MemberRemoved';
  readonly data: { readonly removedAt: string };
}

/** The life of a member. The password's hash is in a separate table: no event holds it. */
export type MemberEvent = MemberJoined | MemberRenamed | MemberRoleChanged | MemberRemoved;

export const memberEvents = defineEvents<MemberEvent>({
  MemberJoined: { version: 1 },
  MemberRenamed: { version: 1 },
  MemberRoleChanged: { version: 1 },
  MemberRemoved: { version: 1 },
});
