import { DomainError } from '@ci/domain';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** What a member of a workspace is: owners and managers see all calls and change them, reps only their own, readers change nothing. */
export const callerRoles = ['owner', 'manager', 'rep', 'reader'] as const;
export type CallerRole = (typeof callerRoles)[number];

/** Who asks, as the gateway found out: the workspace, the key or session that acts, and what it may do. */
export interface Caller {
  readonly workspace: { readonly id: string; readonly timezone: string; readonly domains: readonly string[] };
  readonly actor: string;
  readonly scope: 'read-only' | 'read-write';
  /** Set for a member of the console. An API key has no role: its scope alone limits it. */
  readonly member?: {
    readonly role: CallerRole;
    /** The `rep_id`s that are the member's own. They limit a rep and no other role. */
    readonly repIds: readonly string[];
  };
}

/** The `rep_id`s whose calls, and all that comes with a call, the caller may see and change; undefined: those of all. */
export function visibleReps({ member }: Pick<Caller, 'member'>): readonly string[] | undefined {
  return member?.role === 'rep' ? member.repIds : undefined;
}

/** Refuses what neither the scope of a key nor the role of a member allows. */
export function notAllowed({ member }: Pick<Caller, 'member'>): DomainError {
  return new DomainError(member === undefined ? 'insufficient_scope' : 'insufficient_role');
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
