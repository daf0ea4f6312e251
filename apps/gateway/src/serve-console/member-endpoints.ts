import {
  ChangeOwnAccount,
  ChangePassword,
  ChangeRole,
  CreateInvitation,
  type CreatedInvitation,
  type InvitationList,
  type MemberList,
} from '@ci/contracts/console';
import { invalidRequest, notFound } from '@ci/domain';
import { isId, type IdPrefix } from '@ci/ids';
import { timestamp } from '@ci/validation';
import { IsNull, type DataSource } from 'typeorm';
import type { RateLimits } from '../limit-rates/rate-limits.ts';
import { roleOf, type RecordedRole } from '../member/member.events.ts';
import { MemberRow } from '../member-rows/member.entity.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { tokenHash } from '../sign-in/session-token.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import { checkedPassword } from './checked-password.ts';
import { bodyAs, type AskedByMember, type ConsoleEndpoint } from './console-endpoint.ts';
import { memberHandlers } from './member-handlers.ts';
import { accountOf } from './session-endpoints.ts';
import { shownMember } from './shown-member.ts';

export interface ManagingMembers {
  readonly worker: DataSource;
  readonly signIn: SignIn;
  readonly limits: RateLimits;
}

/** Members, invitations, and the own account. */
export function memberEndpoints({ worker, signIn, limits }: ManagingMembers): readonly ConsoleEndpoint[] {
  const handlersOf = (asked: AskedByMember) => memberHandlers(worker, asked);
  return [
    {
      method: 'GET',
      path: 'members',
      who: 'member',
      answer: async ({ session }) => ({ status: 200, body: await listedMembers(worker, session.workspace.id) }),
    },
    {
      method: 'PATCH',
      path: 'members/:id',
      who: 'owner',
      answer: async (asked) => {
        const { role, rep_ids: repIds } = bodyAs(ChangeRole, asked);
        const { members } = handlersOf(asked);
        const row = await members.changeRole(asked.session.workspace.id, idOf(asked, 'mem'), { role, repIds });
        return { status: 200, body: shownMember(row) };
      },
    },
    {
      method: 'DELETE',
      path: 'members/:id',
      who: 'owner',
      answer: async (asked) => {
        await handlersOf(asked).members.remove(asked.session.workspace.id, idOf(asked, 'mem'));
        return { status: 204 };
      },
    },
    {
      method: 'PATCH',
      path: 'member',
      who: 'member',
      answer: async (asked) => {
        const { name } = bodyAs(ChangeOwnAccount, asked);
        const { member, workspace } = asked.session;
        if (name === undefined) return { status: 200, body: shownMember(member) };
        return {
          status: 200,
          body: shownMember(await handlersOf(asked).members.rename(workspace.id, member.id, name)),
        };
      },
    },
    {
      method: 'PUT',
      path: 'member/password',
      who: 'member',
      answer: async (asked) => {
        const { current_password, password } = bodyAs(ChangePassword, asked);
        const { member, workspace, token } = asked.session;
        checkedPassword(password, member.email);
        const refusal = await limits.countSignIn(asked.address, accountOf(member.email), asked.setHeader);
        if (!(await signIn.isPasswordOf(member.id, current_password)))
          throw refusal ?? invalidRequest([{ field: 'current_password', message: 'is wrong' }]);
        const { members } = handlersOf(asked);
        await members.setPassword(workspace.id, member.id, await hashPassword(password), tokenHash(token));
        return { status: 204 };
      },
    },
    {
      method: 'GET',
      path: 'invitations',
      who: 'owner',
      answer: async ({ session }) => ({ status: 200, body: await openInvitations(worker, session.workspace.id) }),
    },
    {
      method: 'POST',
      path: 'invitations',
      who: 'owner',
      answer: async (asked) => {
        const { role, rep_ids: repIds = [] } = bodyAs(CreateInvitation, asked);
        const { member, workspace } = asked.session;
        const { invitations } = handlersOf(asked);
        const { invitation, token } = await invitations.create(workspace.id, { role, repIds }, member.id);
        const body: CreatedInvitation = {
          id: invitation.id,
          role,
          rep_ids: [...invitation.repIds],
          created_at: timestamp(invitation.createdAt),
          expires_at: timestamp(invitation.expiresAt),
          created_by: { id: member.id, name: member.name },
          token,
        };
        return { status: 201, body };
      },
    },
    {
      method: 'DELETE',
      path: 'invitations/:id',
      who: 'owner',
      answer: async (asked) => {
        await handlersOf(asked).invitations.withdraw(asked.session.workspace.id, idOf(asked, 'inv'));
        return { status: 204 };
      },
    },
  ];
}

/** What is no id of the kind is answered like an unknown one. */
export function idOf({ id }: AskedByMember, prefix: IdPrefix): string {
  if (!isId(prefix, id)) throw notFound();
  return id;
}

async function listedMembers(worker: DataSource, workspaceId: string): Promise<MemberList> {
  const rows = await worker.manager.find(MemberRow, {
    where: { workspaceId, removedAt: IsNull() },
    order: { joinedAt: 'ASC', id: 'ASC' },
  });
  return { data: rows.map((row) => ({ ...shownMember(row), joined_at: timestamp(row.joinedAt) })) };
}

/** For an owner, beside whom a link for the first owner is void. */
async function openInvitations(worker: DataSource, workspaceId: string): Promise<InvitationList> {
  const rows = await worker.query<InvitationWithMaker[]>(
    `SELECT i.id, i.role, i.rep_ids, i.created_at, i.expires_at, i.created_by, m.name
       FROM invitations i LEFT JOIN members m ON m.id = i.created_by
      WHERE i.workspace_id = $1 AND i.closed_at IS NULL AND i.expires_at > $2 AND NOT i.first
      ORDER BY i.created_at DESC, i.id DESC`,
    [workspaceId, new Date()],
  );
  return {
    data: rows.map(({ id, role, rep_ids, created_at, expires_at, created_by, name }) => ({
      id,
      role: roleOf(role),
      rep_ids: [...rep_ids],
      created_at: timestamp(created_at),
      expires_at: timestamp(expires_at),
      created_by: created_by === null ? null : { id: created_by, name: name ?? '' },
    })),
  };
}

interface InvitationWithMaker {
  readonly id: string;
  readonly role: RecordedRole;
  readonly rep_ids: readonly string[];
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly created_by: string | null;
  readonly name: string | null;
}
