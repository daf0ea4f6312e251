import { DomainError } from '@ci/domain';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Who asks, as the gateway found out: the workspace, the key or session that acts, and what it may do. */
export interface Caller {
  readonly workspace: { readonly id: string; readonly timezone: string; readonly domains: readonly string[] };
  readonly actor: string;
  readonly scope: 'read-only' | 'read-write';
}

// Kept beside the request, not on it: nothing that arrives can pretend to be a caller.
const callers = new WeakMap<object, Caller>();

/** Notes who a request is from. For guards. */
export function setCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** Who a request is from; a request that no guard has let in has no caller. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = findCaller(request);
  if (caller === undefined) throw new DomainError('unauthorized');
  return caller;
}

/** Who a request is from; undefined on a public route. */
export function findCaller(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}

/** Gives a controller's method the caller. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
