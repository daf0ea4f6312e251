import { isErased } from '@ci/domain';
import type { Projector } from '@ci/event-store';
import { roleOf, type MemberEvent } from '../member/member.events.ts';

/** Keeps `members`. One statement per event: addresses are unique at every moment, and the rows are few. */
export const projectMemberRows: Projector<MemberEvent> = (events) =>
  events.map(({ event, stream }) => {
    const id = stream.id.slice('member-'.length);
    switch (event.type) {
      case 'MemberJoined': {
        const { name, email } = isErased(event.personal) ? { name: '', email: null } : event.personal;
        const { role, repIds = [], joinedAt } = event.data;
        return { text: insertMember, values: [id, stream.workspaceId, name, email, roleOf(role), repIds, joinedAt] };
      }
      case 'MemberRenamed':
        return { text: rename, values: [id, isErased(event.personal) ? '' : event.personal.name] };
      case 'MemberRoleChanged':
        return { text: changeRole, values: [id, roleOf(event.data.role), event.data.repIds ?? []] };
      case 'MemberRemoved':
        return { text: markRemoved, values: [id, event.data.removedAt] };
    }
  });

const insertMember = `
  INSERT INTO members (id, workspace_id, name, email, role, rep_ids, joined_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const rename = `UPDATE members SET name = $2 WHERE id = $1`;

const changeRole = `UPDATE members SET role = $2, rep_ids = $3 WHERE id = $1`;

// Personal data is erased: the address is free for another member.
const markRemoved = `UPDATE members SET removed_at = $2, name = '', email = NULL, rep_ids = '{}' WHERE id = $1`;
