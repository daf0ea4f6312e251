import { DomainError } from '@ci/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressGroup } from '../authenticate/address-group.ts';
import type { RateLimits, SetHeader } from '../limit-rates/rate-limits.ts';
import { isCsrfToken } from '../sign-in/session-token.ts';
import type { MemberSession, Sessions } from '../sign-in/sessions.ts';
import { isCrossSite } from './same-site.ts';
import { clearSessionCookie, sessionTokenOf } from './session-cookie.ts';

/** Finds out which member a request of the console comes from, and whether it is meant by them. No body has been read. */
export class ConsoleGate {
  constructor(
    private readonly sessions: Sessions,
    private readonly limits: RateLimits,
  ) {}

  /** Who is signed in, if anybody. A cookie that is worth nothing any more is taken back. */
  async session(request: FastifyRequest, reply: FastifyReply): Promise<MemberSession | undefined> {
    const token = sessionTokenOf(request);
    const session = await this.sessions.find(token);
    if (token !== undefined && session === undefined) clearSessionCookie(reply);
    return session;
  }

  /** The member who asks. Rejects without a session, and what changes something without its token or from another site. */
  async identify(request: FastifyRequest, reply: FastifyReply): Promise<MemberSession> {
    this.refuseCrossSite(request);
    const session = await this.session(request, reply);
    if (session === undefined) {
      await this.limits.countFailedKey(addressGroup(request.ip), setHeaderOf(reply));
      throw new DomainError('unauthorized', 'You are not signed in, or the session has ended.');
    }
    if (!isRead(request)) refuseForged(request.headers['x-csrf-token'], session);
    return session;
  }

  refuseCrossSite(request: FastifyRequest): void {
    if (!isRead(request) && isCrossSite(request.headers))
      throw new DomainError('insufficient_scope', 'Requests from other sites are not allowed.');
  }
}

/** A token that is wrong is as a rule that of the session before, in a page that was loaded then. */
function refuseForged(given: unknown, { token }: MemberSession): void {
  if (typeof given !== 'string')
    throw new DomainError('insufficient_scope', 'X-CSRF-Token must hold the csrf_token of the session.');
  if (!isCsrfToken(given, token)) throw new DomainError('session_changed');
}

/** For those who say on every answer what is left of a budget. */
export function setHeaderOf(reply: FastifyReply): SetHeader {
  return (name, value) => void reply.header(name, value);
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}
