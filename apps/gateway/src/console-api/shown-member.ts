import type { Member } from '@ci/contracts/console';
import type { MemberRow } from '../member-rows/member.entity.ts';

type ShownMember = Pick<MemberRow, 'id' | 'name' | 'email' | 'role' | 'repIds'>;

/** A member as the console shows them. */
export function shownMember({ id, name, email, role, repIds }: ShownMember): Member {
  return { id, name, email: email ?? '', role, rep_ids: [...repIds] };
}
