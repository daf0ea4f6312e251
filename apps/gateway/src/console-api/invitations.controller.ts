import { CreateInvitation, type CreatedInvitation, type InvitationList } from '@ci/contracts/console';
import type { EventMetadata } from '@ci/event-store';
import { WORKER_DATA_SOURCE } from '@ci/database';
import { timestamp } from '@ci/validation';
import { Body, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { inTransactionOf } from '../commands/change.ts';
import { createInvitation, runInvitationCommand } from '../commands/invitations.ts';
import { lockOwners } from '../commands/owners.ts';
import { roleOf, type RecordedRole } from '../member/member.events.ts';
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
    const rows = await this.worker.query<InvitationWithMaker[]>(
      `SELECT i.id, i.role, i.rep_ids, i.created_at, i.expires_at, i.created_by, m.name
         FROM invitations i LEFT JOIN members m ON m.id = i.created_by
        WHERE i.workspace_id = $1 AND i.closed_at IS NULL AND i.expires_at > $2 AND NOT i.first
        ORDER BY i.created_at DESC, i.id DESC`,
      [workspace.id, new Date()],
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

interface InvitationWithMaker {
  readonly id: string;
  readonly role: RecordedRole;
  readonly rep_ids: readonly string[];
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly created_by: string | null;
  readonly name: string | null;
}
