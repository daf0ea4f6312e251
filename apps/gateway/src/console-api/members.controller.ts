import { ChangeRole, type Member, type MemberList } from '@ci/contracts/console';
import { runCommand, streamOf, type EventMetadata } from '@ci/event-store';
import { WORKER_DATA_SOURCE } from '@ci/database';
import { timestamp } from '@ci/validation';
import { Body, Delete, Get, HttpCode, Inject, Param, Patch } from '@nestjs/common';
import { IsNull, type DataSource } from 'typeorm';
import { member } from '../aggregates.ts';
import { inTransactionOf } from '../commands/change.ts';
import { withdrawInvitations } from '../commands/invitations.ts';
import { ownersBeside, removeMember } from '../commands/members.ts';
import { MemberRow } from '../member-rows/member.entity.ts';
import type { MemberSession } from '../sign-in/sessions.ts';
import { ConsoleController, idOf } from './console-controller.ts';
import { CurrentSession, EventOrigin, MayAsk } from './console.guard.ts';
import { shownMember } from './shown-member.ts';

@ConsoleController('members')
export class MembersController {
  constructor(@Inject(WORKER_DATA_SOURCE) private readonly worker: DataSource) {}

  @Get()
  async list(@CurrentSession() { workspace }: MemberSession): Promise<MemberList> {
    const rows = await this.worker.manager.find(MemberRow, {
      where: { workspaceId: workspace.id, removedAt: IsNull() },
      order: { joinedAt: 'ASC', id: 'ASC' },
    });
    return { data: rows.map((row) => ({ ...shownMember(row), joined_at: timestamp(row.joinedAt) })) };
  }

  /** Without `rep_ids` the member keeps theirs. A former owner's open invitations are withdrawn. */
  @Patch(':id')
  @MayAsk('owner')
  async changeRole(
    @CurrentSession() { workspace }: MemberSession,
    @Body({ schema: ChangeRole }) { role, rep_ids }: ChangeRole,
    @Param('id') given: string,
    @EventOrigin() metadata: EventMetadata,
  ): Promise<Member> {
    const [workspaceId, id] = [workspace.id, idOf('mem', given)];
    return inTransactionOf(this.worker, workspaceId, async (tx) => {
      const otherOwners = await ownersBeside(tx, workspaceId, id);
      const repIds = rep_ids ?? (await tx.findOneBy(MemberRow, { id, workspaceId }))?.repIds ?? [];
      const command = { type: 'ChangeRole', role, repIds, otherOwners, now: new Date() } as const;
      await runCommand(tx, member, { stream: streamOf(member, workspaceId, id), command, metadata });
      if (role !== 'owner') await withdrawInvitations(tx, { workspaceId, of: id, metadata });
      return shownMember(await tx.findOneByOrFail(MemberRow, { id }));
    });
  }

  @Delete(':id')
  @MayAsk('owner')
  @HttpCode(204)
  async remove(
    @CurrentSession() { workspace }: MemberSession,
    @Param('id') id: string,
    @EventOrigin() metadata: EventMetadata,
  ): Promise<void> {
    await removeMember({ dataSource: this.worker, metadata }, workspace.id, idOf('mem', id));
  }
}
