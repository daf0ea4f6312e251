import {
  AcceptInvitation,
  LookUpInvitation,
  SignIn as SignInBody,
  type FoundInvitation,
  type SessionAnswer,
} from '@ci/contracts/console';
import { DomainError } from '@ci/domain';
import { metadataOf } from '@ci/event-store';
import { WORKER_DATA_SOURCE } from '@ci/database';
import { timestamp } from '@ci/validation';
import { Body, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DataSource } from 'typeorm';
import { addressGroup } from '../authenticate/address-group.ts';
import { acceptInvitation, assertAddressIsFree, findInvitation } from '../commands/invitations.ts';
import type { InvitationRow } from '../invitation-rows/invitation.entity.ts';
import { RateLimits } from '../limit-rates/rate-limits.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { csrfTokenOf } from '../sign-in/session-token.ts';
import { Sessions, type MemberSession } from '../sign-in/sessions.ts';
import { SignIn } from '../sign-in/sign-in.ts';
import { WorkspaceRow } from '../workspace-rows/workspace.entity.ts';
import { accountOf } from './account-of.ts';
import { assertPassword } from './assert-password.ts';
import { ConsoleController } from './console-controller.ts';
import { CurrentSession, MayAsk, setHeaderOf } from './console.guard.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';
import { shownMember } from './shown-member.ts';

/** Signing in, signing out, and accepting an invitation. */
@ConsoleController()
export class SessionController {
  constructor(
    @Inject(WORKER_DATA_SOURCE) private readonly worker: DataSource,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  @Get('session')
  @MayAsk('anyone')
  show(@CurrentSession() session: MemberSession | undefined): SessionAnswer {
    return answerOf(session);
  }

  @Post('session')
  @MayAsk('anyone')
  async begin(
    @CurrentSession() previous: MemberSession | undefined,
    @Body({ schema: SignInBody }) { email, password }: SignInBody,
    @Req() { ip }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer> {
    const refusal = await this.limits.countSignIn(addressGroup(ip), accountOf(email), setHeaderOf(reply));
    const token = await this.signIn.signIn(email, password).catch((error: unknown) => {
      throw refusal !== undefined && isCoded(error, 'unauthorized') ? refusal : error;
    });
    return this.#begun(token, previous, reply);
  }

  @Delete('session')
  @HttpCode(204)
  async end(
    @CurrentSession() { token }: MemberSession,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.signIn.end(token);
    clearSessionCookie(reply);
  }

  @Delete('sessions')
  @HttpCode(204)
  async endAll(
    @CurrentSession() { member }: MemberSession,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.signIn.endAll(member.id);
    clearSessionCookie(reply);
  }

  @Post('invitations/look-up')
  @HttpCode(200)
  @MayAsk('anyone')
  async lookUp(
    @Body({ schema: LookUpInvitation }) { token }: LookUpInvitation,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FoundInvitation> {
    const { workspaceId, role, expiresAt } = await this.#invitation(token, request, reply);
    const { name } = await this.worker.manager.findOneByOrFail(WorkspaceRow, { id: workspaceId });
    return { workspace_name: name, role, expires_at: timestamp(expiresAt) };
  }

  @Post('invitations/accept')
  @MayAsk('anyone')
  async accept(
    @CurrentSession() previous: MemberSession | undefined,
    @Body({ schema: AcceptInvitation }) { token, name, email, password }: AcceptInvitation,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer> {
    // Before the work of a hash: only who holds a link may cause it, so often, and where it is of use.
    await this.#invitation(token, request, reply);
    await this.limits.countAcceptance(accountOf(token), setHeaderOf(reply));
    assertPassword(password, email);
    await assertAddressIsFree(this.worker.manager, email);
    const passwordHash = await hashPassword(password);
    const change = { dataSource: this.worker, metadata: metadataOf({ actor: 'invitation' }, request) };
    const memberId = await acceptInvitation(change, token, { name, email, passwordHash });
    return this.#begun(await this.signIn.begin(memberId, passwordHash), previous, reply);
  }

  /** A link that leads nowhere counts for its address like a key that is none. */
  async #invitation(token: string, { ip }: FastifyRequest, reply: FastifyReply): Promise<InvitationRow> {
    try {
      return await findInvitation(this.worker.manager, token);
    } catch (error) {
      if (isCoded(error, 'not_found')) await this.limits.countFailedKey(addressGroup(ip), setHeaderOf(reply));
      throw error;
    }
  }

  async #begun(token: string, previous: MemberSession | undefined, reply: FastifyReply): Promise<SessionAnswer> {
    if (previous !== undefined) await this.signIn.end(previous.token);
    const answer = answerOf(await this.sessions.find(token));
    setSessionCookie(reply, token);
    return answer;
  }
}

function isCoded(error: unknown, code: DomainError['code']): boolean {
  return error instanceof DomainError && error.code === code;
}

function answerOf(session: MemberSession | undefined): SessionAnswer {
  if (session === undefined) return { session: null };
  const { workspace, token } = session;
  const { id, name, timezone, domains } = workspace;
  return {
    session: {
      member: shownMember(session.member),
      workspace: { id, name, timezone, domains: [...domains] },
      csrf_token: csrfTokenOf(token),
    },
  };
}
