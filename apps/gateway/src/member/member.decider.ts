import { DomainError, invalidRequest, isErased, notFound, type Decider } from '@ci/domain';
import { roleOf, type MemberEvent, type MemberRole } from './member.events.ts';
import { checkedRepIds } from './rep-ids.ts';

export type MemberCommand =
  | {
      readonly type: 'Join';
      readonly memberId: string;
      readonly invitationId: string;
      readonly role: MemberRole;
      readonly repIds: readonly string[];
      readonly name: string;
      /** In lower case. */
      readonly email: string;
      readonly now: Date;
    }
  | { readonly type: 'Rename'; readonly name: string; readonly now: Date }
  | {
      readonly type: 'ChangeRole';
      readonly role: MemberRole;
      readonly repIds: readonly string[];
      /** How many owners the workspace has besides this member. */
      readonly otherOwners: number;
      readonly now: Date;
    }
  | { readonly type: 'Remove'; readonly otherOwners: number; readonly now: Date };

export type MemberState =
  | { readonly status: 'none' | 'removed' }
  | {
      readonly status: 'active';
      readonly role: MemberRole;
      readonly repIds: readonly string[];
      readonly name: string;
    };

/** A member joins once and is removed once. A workspace keeps an owner. */
export const memberDecider: Decider<MemberState, MemberCommand, MemberEvent> = {
  initialState: () => ({ status: 'none' }),

  evolve(state, event) {
    switch (event.type) {
      case 'MemberJoined':
        return {
          status: 'active',
          role: roleOf(event.data.role),
          repIds: event.data.repIds ?? [],
          name: nameIn(event.personal),
        };
      case 'MemberRenamed':
        return state.status === 'active' ? { ...state, name: nameIn(event.personal) } : state;
      case 'MemberRoleChanged':
        return state.status === 'active'
          ? { ...state, role: roleOf(event.data.role), repIds: event.data.repIds ?? [] }
          : state;
      case 'MemberRemoved':
        return { status: 'removed' };
    }
  },

  decide(command, state) {
    if (command.type === 'Join') return join(command, state);
    if (state.status !== 'active') throw notFound();
    const at = command.now.toISOString();
    switch (command.type) {
      case 'Rename': {
        const name = checkedName(command.name);
        return name === state.name ? [] : [{ type: 'MemberRenamed', data: { renamedAt: at }, personal: { name } }];
      }
      case 'ChangeRole': {
        const repIds = checkedRepIds(command.repIds);
        const { role } = command;
        if (role === state.role && isSame(repIds, state.repIds)) return [];
        if (role !== 'owner') assertOwnerStays(state.role, command.otherOwners);
        return [{ type: 'MemberRoleChanged', data: { role, ...named(repIds), changedAt: at } }];
      }
      case 'Remove':
        assertOwnerStays(state.role, command.otherOwners);
        return [{ type: 'MemberRemoved', data: { removedAt: at } }];
    }
  },
};

function join(command: Extract<MemberCommand, { type: 'Join' }>, { status }: MemberState): MemberEvent[] {
  if (status !== 'none') throw new DomainError('conflict', 'This member exists already.');
  const { memberId, invitationId, role, email, now } = command;
  const personal = { name: checkedName(command.name), email };
  const repIds = named(checkedRepIds(command.repIds));
  const data = { memberId, role, ...repIds, invitationId, joinedAt: now.toISOString() };
  return [{ type: 'MemberJoined', data, personal }];
}

/** None is written as nothing, as it was before there were any. */
function named(repIds: readonly string[]): { readonly repIds?: readonly string[] } {
  return repIds.length === 0 ? {} : { repIds };
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id, index) => id === others[index]);
}

function assertOwnerStays(role: MemberRole, otherOwners: number): void {
  if (role !== 'owner' || otherOwners > 0) return;
  throw new DomainError('conflict', 'This is the only owner of the workspace. Make another member an owner first.');
}

function nameIn(personal: { readonly name: string } | { readonly erased: true }): string {
  return isErased(personal) ? '' : personal.name;
}

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 200)
    throw invalidRequest([{ field: 'name', message: 'must have 1 to 200 characters' }]);
  return trimmed;
}
