import { DomainError } from '@ci/domain';
import { metadataOf, type EventMetadata } from '@ci/event-store';
import {
  createParamDecorator,
  Inject,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressGroup } from '../authenticate/address-group.ts';
import { RateLimits, type SetHeader } from '../limit-rates/rate-limits.ts';
import { isCsrfToken } from '../sign-in/session-token.ts';
import { Sessions, type MemberSession } from '../sign-in/sessions.ts';
import { isCrossSite } from './same-site.ts';
import { clearSessionCookie, sessionTokenOf } from './session-cookie.ts';

const MAY_ASK = 'console:may-ask';

/** Who may ask a route of the console. Default: every member. */
export const MayAsk = (who: 'anyone' | 'owner'): MethodDecorator & ClassDecorator => SetMetadata(MAY_ASK, who);

// Kept beside the request, not on it: nothing that arrives can pretend to be a session.
const sessions = new WeakMap<FastifyRequest, MemberSession | undefined>();

/** Gives a controller's method the session; undefined on a route for anyone, without a session. */
export const CurrentSession = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  sessions.get(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Gives a controller's method the metadata of the events that a member's request leads to. */
export const EventOrigin = createParamDecorator((_data: unknown, context: ExecutionContext): EventMetadata => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const session = sessions.get(request);
  if (session === undefined) throw new DomainError('unauthorized');
  return metadataOf({ actor: session.member.id }, request);
});

/**
 * Finds out which member a request of the console comes from, whether it is meant by them and whether they may ask: 401, 429, 403, as at `/v1`.
 * No body has been read.
 */
@Injectable()
export class ConsoleGuard implements CanActivate {
  constructor(
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const who = this.reflector.getAllAndOverride<string | undefined>(MAY_ASK, [
      context.getHandler(),
      context.getClass(),
    ]);
    reply.header('cache-control', 'no-store');
    if (who === 'anyone') {
      refuseCrossSite(request);
      sessions.set(request, await this.#find(request, reply));
      return true;
    }
    const session = await this.identify(request, reply);
    sessions.set(request, session);
    await this.limits.countRequest(session.id, false, setHeaderOf(reply));
    if (who === 'owner' && session.member.role !== 'owner')
      throw new DomainError('insufficient_role', 'Only an owner of the workspace may do this.');
    return true;
  }

  /** The member who asks. Rejects without a session, and what changes something without its token or from another site. */
  async identify(request: FastifyRequest, reply: FastifyReply): Promise<MemberSession> {
    refuseCrossSite(request);
    const session = await this.#find(request, reply);
    if (session === undefined) {
      await this.limits.countFailedKey(addressGroup(request.ip), setHeaderOf(reply));
      throw new DomainError('unauthorized', 'You are not signed in, or the session has ended.');
    }
    if (!isRead(request)) refuseForged(request.headers['x-csrf-token'], session);
    return session;
  }

  /** The session of the request's cookie. Clears a cookie whose session has ended. */
  async #find(request: FastifyRequest, reply: FastifyReply): Promise<MemberSession | undefined> {
    const token = sessionTokenOf(request);
    const session = await this.sessions.find(token);
    if (token !== undefined && session === undefined) clearSessionCookie(reply);
    return session;
  }
}

function refuseCrossSite(request: FastifyRequest): void {
  if (!isRead(request) && isCrossSite(request.headers))
    throw new DomainError('insufficient_scope', 'Requests from other sites are not allowed.');
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
