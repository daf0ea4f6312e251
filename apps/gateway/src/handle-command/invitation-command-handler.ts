import { notFound } from '@ci/domain';
import { inTransaction, type EventMetadata } from '@ci/event-store';
import { confineTo } from '@ci/database';
import { newId } from '@ci/ids';
import type { DataSource, EntityManager } from 'typeorm';
import { isValid, type InvitationCommand } from '../invitation/invitation.decider.ts';
import { InvitationRow } from '../invitation-rows/invitation.entity.ts';
import type { MemberRole } from '../member/member.events.ts';
import { looksLikeToken, newToken, tokenHash } from '../sign-in/session-token.ts';
import { executeInvitation, withdrawInvitations } from './invitation-commands.ts';
import type { MemberCommandHandler, NewMember } from './member-command-handler.ts';
import { lockOwners, ownersOf } from './owners.ts';

/** An invitation that was just made. Its token is nowhere else: only a hash is kept. */
export interface CreatedInvitation {
  readonly invitation: InvitationRow;
  readonly token: string;
}

/** What whoever accepts is in the workspace. */
export interface Granted {
  readonly role: MemberRole;
  readonly repIds: readonly string[];
}

/** Makes, finds, accepts and withdraws invitations. */
export class InvitationCommandHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly members: MemberCommandHandler,
    private readonly metadata: EventMetadata,
  ) {}

  /** `createdBy` is a member's id, or null for an operator. */
  async create(workspaceId: string, granted: Granted, createdBy: string | null): Promise<CreatedInvitation> {
    return inTransaction(this.dataSource, async (tx) => {
      await confineTo(tx, workspaceId);
      return this.#create(tx, workspaceId, {
        ...granted,
        createdBy,
        first: false,
        owners: await lockOwners(tx, workspaceId),
      });
    });
  }

  /** An operator's link for the first owner, in place of the ones before; undefined when there is an owner. */
  async createFirst(workspaceId: string, role: MemberRole): Promise<CreatedInvitation | undefined> {
    return inTransaction(this.dataSource, async (tx) => {
      await confineTo(tx, workspaceId);
      const owners = await lockOwners(tx, workspaceId);
      if (owners.length > 0) return undefined;
      await withdrawInvitations(tx, { workspaceId, of: 'first', metadata: this.metadata });
      return this.#create(tx, workspaceId, { role, repIds: [], createdBy: null, first: true, owners });
    });
  }

  /** What a link leads to; `not_found` for one that is unknown, used, withdrawn or too old. */
  async find(token: string): Promise<InvitationRow> {
    return openInvitation(this.dataSource.manager, token);
  }

  /** For now: `accept` makes sure of it. */
  async assertAddressIsFree(email: string): Promise<void> {
    await this.members.assertAddressIsFree(email);
  }

  /** Uses the link up: whoever holds it is a member from then on. */
  async accept(token: string, member: NewMember): Promise<{ readonly workspaceId: string; readonly memberId: string }> {
    return inTransaction(this.dataSource, async (tx) => {
      const { id, workspaceId, role, repIds } = await openInvitation(tx, token);
      await this.members.lockFreeAddress(tx, member.email);
      await confineTo(tx, workspaceId);
      const owners = await lockOwners(tx, workspaceId);
      const memberId = newId('mem');
      const command = { type: 'AcceptInvitation', memberId, owners, now: new Date() } as const;
      await executeInvitation(tx, { workspaceId, id, metadata: this.metadata }, command);
      await this.members.join(tx, { ...member, workspaceId, memberId, role, repIds, invitationId: id });
      return { workspaceId, memberId };
    });
  }

  async withdraw(workspaceId: string, id: string): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      await confineTo(tx, workspaceId);
      await lockOwners(tx, workspaceId);
      const command = { type: 'WithdrawInvitation', now: new Date() } as const;
      await executeInvitation(tx, { workspaceId, id, metadata: this.metadata }, command);
    });
  }

  async #create(tx: EntityManager, workspaceId: string, making: Making): Promise<CreatedInvitation> {
    const id = newId('inv');
    const token = newToken();
    const command = { type: 'CreateInvitation', invitationId: id, ...making, now: new Date() } as const;
    await executeInvitation(tx, { workspaceId, id, metadata: this.metadata }, command);
    await tx.query(`INSERT INTO invitation_secrets (invitation_id, workspace_id, hash) VALUES ($1, $2, $3)`, [
      id,
      workspaceId,
      tokenHash(token),
    ]);
    return { invitation: await tx.findOneByOrFail(InvitationRow, { id }), token };
  }
}

type Making = Granted &
  Pick<Extract<InvitationCommand, { type: 'CreateInvitation' }>, 'createdBy' | 'first' | 'owners'>;

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
  if (row === null || !isValid(row, await ownersOf(tx, row.workspaceId))) throw notFound();
  return row;
}
