import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callerOf, notAllowed } from './caller.ts';

/** Refuses a key or a member that may only read, before the body is looked at. The gateway does so before; this is the second door. */
@Injectable()
export class WriteScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const caller = callerOf(context.switchToHttp().getRequest<FastifyRequest>());
    if (caller.scope === 'read-write') return true;
    throw notAllowed(caller);
  }
}
