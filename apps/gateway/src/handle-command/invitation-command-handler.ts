import { executeCommand, inTransaction } from '@ci/event-store';
import { confineTo, newId, notFound } from '@ci/platform';
import type { DataSource, EntityManager } from 'typeorm';
import { invitationDecider, type InvitationCommand } from '../invitation/invitation.decider.ts';
import { invitationEvents } from '../invitation/invitation.events.ts';
import { InvitationRow } from '../invitation-rows/invitation.entity.ts';
import { projectInvitationRows } from '../invitation-rows/invitation-rows.projector.ts';
import type { MemberRole } from '../member/member.events.ts';
import { looksLikeToken, newToken, tokenHash } from '../sign-in/session-token.ts';
import type { MemberCommandHandler, NewMember } from './member-command-handler.ts';

/** An invitation that was just made. Its token is nowhere else: only a hash is kept. */
export interface CreatedInvitation {
  readonly invitation: InvitationRow;
  readonly token: string;
}

/** Makes, finds, accepts and withdraws invitations. */
export class InvitationCommandHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly members: MemberCommandHandler,
    private readonly actor: string,
  ) {}

  /** `createdBy` is a member's id, or null for an operator. */
  async create(workspaceId: string, role: MemberRole, createdBy: string | null): Promise<CreatedInvitation> {
    return inTransaction(this.dataSource, async (tx) => {
      await confineTo(tx, workspaceId);
      const invitationId = newId('inv');
      const token = newToken();
      const command = { type: 'CreateInvitation', invitationId, role, createdBy, now: new Date() } as const;
      await this.#execute(tx, workspaceId, invitationId, command);
      await tx.query(`INSERT INTO invitation_secrets (invitation_id, workspace_id, hash) VALUES ($1, $2, $3)`, [
        invitationId,
        workspaceId,
        tokenHash(token),
      ]);
      return { invitation: await tx.findOneByOrFail(InvitationRow, { id: invitationId }), token };
    });
  }

  /** What a link leads to; `not_found` for one that is unknown, used, withdrawn or too old. */
  async find(token: string): Promise<InvitationRow> {
    return openInvitation(this.dataSource.manager, token);
  }

  /** Uses the link up: whoever holds it is a member from then on. */
  async accept(token: string, member: NewMember): Promise<{ readonly workspaceId: string; readonly memberId: string }> {
    return inTransaction(this.dataSource, async (tx) => {
      const { id, workspaceId, role } = await openInvitation(tx, token);
      await this.members.assertAddressIsFree(tx, member.email);
      await confineTo(tx, workspaceId);
      const memberId = newId('mem');
      await this.#execute(tx, workspaceId, id, { type: 'AcceptInvitation', memberId, now: new Date() });
      await this.members.join(tx, { ...member, workspaceId, memberId, role, invitationId: id });
      await tx.query(`DELETE FROM invitation_secrets WHERE invitation_id = $1`, [id]);
      return { workspaceId, memberId };
    });
  }

  async withdraw(workspaceId: string, id: string): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      await confineTo(tx, workspaceId);
      await this.#execute(tx, workspaceId, id, { type: 'WithdrawInvitation', now: new Date() });
      await tx.query(`DELETE FROM invitation_secrets WHERE invitation_id = $1`, [id]);
    });
  }

  async #execute(tx: EntityManager, workspaceId: string, id: string, command: InvitationCommand): Promise<void> {
    await executeCommand({
      tx,
      stream: { type: 'invitation', id: `invitation-${id}`, workspaceId },
      decider: invitationDecider,
      catalogue: invitationEvents,
      command,
      metadata: { actor: this.actor },
      projectors: [projectInvitationRows],
    });
  }
}

async function openInvitation(tx: EntityManager, token: string): Promise<InvitationRow> {
  if (!looksLikeToken(token)) throw notFound();
  const row = await tx
    .createQueryBuilder(InvitationRow, 'i')
    .innerJoin('invitation_secrets', 's', 's.invitation_id = i.id')
    .where('s.hash = :hash AND i.closed_at IS NULL AND i.expires_at > :now', {
      hash: tokenHash(token),
      now: new Date(),
    })
    .getOne();
  if (row === null) throw notFound();
  return row;
}
