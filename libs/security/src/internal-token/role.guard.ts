import { Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { findCaller, notAllowed, type CallerRole } from './caller.ts';

const ROLES = 'ci:roles';

/** Closes a route, or all routes of a controller, to members with another role. API keys are limited by their scope alone. */
export const ForRoles = (...roles: readonly CallerRole[]): MethodDecorator & ClassDecorator =>
  SetMetadata(ROLES, roles);

/** Refuses members whose role is not among those of `ForRoles`. The gateway does so before; this is the second door. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const targets = [context.getHandler(), context.getClass()];
    const roles = this.reflector.getAllAndOverride<readonly CallerRole[] | undefined>(ROLES, targets);
    const caller = findCaller(context.switchToHttp().getRequest<FastifyRequest>());
    if (roles === undefined || caller?.member === undefined || roles.includes(caller.member.role)) return true;
    throw notAllowed(caller);
  }
}
