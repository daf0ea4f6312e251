import { CreateInvitation, type CreatedInvitation, type InvitationList } from '@ci/contracts/console';
import type { EventMetadata } from '@ci/event-store';
import { WORKER_DATA_SOURCE } from '@ci/database';
import { timestamp } from '@ci/validation';
import { Body, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { IsNull, MoreThan, type DataSource } from 'typeorm';
import { inTransactionOf } from '../commands/change.ts';
import { createInvitation, runInvitationCommand } from '../commands/invitations.ts';
import { lockOwners } from '../commands/owners.ts';
import { InvitationRow } from '../invitation-rows/invitation.entity.ts';
import { MemberRow } from '../member-rows/member.entity.ts';
import type { MemberSession } from '../sign-in/sessions.ts';
import { ConsoleController, idOf } from './console-controller.ts';
import { CurrentSession, EventOrigin, MayAsk } from './console.guard.ts';

@ConsoleController('invitations')
@MayAsk('owner')
export class InvitationsController {
  constructor(@Inject(WORKER_DATA_SOURCE) private readonly worker: DataSource) {}

  /** For an owner, beside whom a link for the first owner is void. */
  @Get()
  async list(@CurrentSession() { workspace }: MemberSession): Promise<InvitationList> {
    const rows = (await this.worker
      .createQueryBuilder(InvitationRow, 'i')
      .leftJoinAndMapOne('i.maker', MemberRow, 'm', 'm.id = i.createdBy')
      .where({ workspaceId: workspace.id, closedAt: IsNull(), expiresAt: MoreThan(new Date()), first: false })
      .orderBy({ 'i.createdAt': 'DESC', 'i.id': 'DESC' })
      .getMany()) as InvitationWithMaker[];
    return {
      data: rows.map(({ id, role, repIds, createdAt, expiresAt, createdBy, maker }) => ({
        id,
        role,
        rep_ids: [...repIds],
        created_at: timestamp(createdAt),
        expires_at: timestamp(expiresAt),
        created_by: createdBy === null ? null : { id: createdBy, name: maker?.name ?? '' },
      })),
    };
  }

  @Post()
  async create(
    @CurrentSession() { member, workspace }: MemberSession,
    @Body({ schema: CreateInvitation }) { role, rep_ids: repIds = [] }: CreateInvitation,
    @EventOrigin() metadata: EventMetadata,
  ): Promise<CreatedInvitation> {
    const change = { dataSource: this.worker, metadata };
    const { invitation, token } = await createInvitation(change, workspace.id, { role, repIds }, member.id);
    return {
      id: invitation.id,
      role,
      rep_ids: [...invitation.repIds],
      created_at: timestamp(invitation.createdAt),
      expires_at: timestamp(invitation.expiresAt),
      created_by: { id: member.id, name: member.name },
      token,
    };
  }

  @Delete(':id')
  @HttpCode(204)
  async withdraw(
    @CurrentSession() { workspace }: MemberSession,
    @Param('id') id: string,
    @EventOrigin() metadata: EventMetadata,
  ): Promise<void> {
    const workspaceId = workspace.id;
    await inTransactionOf(this.worker, workspaceId, async (tx) => {
      await lockOwners(tx, workspaceId);
      const command = { type: 'WithdrawInvitation', now: new Date() } as const;
      await runInvitationCommand(tx, { workspaceId, id: idOf('inv', id), metadata }, command);
    });
  }
}

type InvitationWithMaker = InvitationRow & { readonly maker: MemberRow | null };
