import { ChangeOwnAccount, ChangePassword, type Member } from '@ci/contracts/console';
import { invalidRequest } from '@ci/domain';
import { runCommand, streamOf, type EventMetadata } from '@ci/event-store';
import { WORKER_DATA_SOURCE } from '@ci/database';
import { Body, HttpCode, Inject, Patch, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DataSource } from 'typeorm';
import { member } from '../aggregates.ts';
import { addressGroup } from '../authenticate/address-group.ts';
import { inTransactionOf } from '../commands/change.ts';
import { setPassword } from '../commands/members.ts';
import { RateLimits } from '../limit-rates/rate-limits.ts';
import { MemberRow } from '../member-rows/member.entity.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { tokenHash } from '../sign-in/session-token.ts';
import type { MemberSession } from '../sign-in/sessions.ts';
import { SignIn } from '../sign-in/sign-in.ts';
import { accountOf } from './account-of.ts';
import { assertPassword } from './assert-password.ts';
import { ConsoleController } from './console-controller.ts';
import { CurrentSession, EventOrigin, setHeaderOf } from './console.guard.ts';
import { shownMember } from './shown-member.ts';

/** The own account. */
@ConsoleController('member')
export class AccountController {
  constructor(
    @Inject(WORKER_DATA_SOURCE) private readonly worker: DataSource,
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  @Patch()
  async change(
    @CurrentSession() session: MemberSession,
    @Body({ schema: ChangeOwnAccount }) { name }: ChangeOwnAccount,
    @EventOrigin() metadata: EventMetadata,
  ): Promise<Member> {
    if (name === undefined) return shownMember(session.member);
    const { id } = session.member;
    const stream = streamOf(member, session.workspace.id, id);
    return inTransactionOf(this.worker, session.workspace.id, async (tx) => {
      await runCommand(tx, member, { stream, command: { type: 'Rename', name, now: new Date() }, metadata });
      return shownMember(await tx.findOneByOrFail(MemberRow, { id }));
    });
  }

  @Put('password')
  @HttpCode(204)
  async changePassword(
    @CurrentSession() { member: { id, email }, workspace, token }: MemberSession,
    @Body({ schema: ChangePassword }) { current_password, password }: ChangePassword,
    @Req() { ip }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    assertPassword(password, email);
    const refusal = await this.limits.countSignIn(addressGroup(ip), accountOf(email), setHeaderOf(reply));
    if (!(await this.signIn.isPasswordOf(id, current_password)))
      throw refusal ?? invalidRequest([{ field: 'current_password', message: 'is wrong' }]);
    const hash = await hashPassword(password);
    await setPassword(this.worker, { workspaceId: workspace.id, id }, hash, tokenHash(token));
  }
}
