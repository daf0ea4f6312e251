import { DomainError } from '@ci/domain';
import type { OnSkipped } from '@ci/messaging';
import type { KeyRing } from '@ci/config';
import { INTERNAL_TOKEN_HEADER, verifyOperatorToken } from '@ci/security';
import { createParamDecorator, Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The injection token of the guard's options. */
export const OPERATOR_API_OPTIONS = Symbol('OPERATOR_API_OPTIONS');

export interface OperatorApiOptions {
  readonly service: string;
  /** The keys of operators' tokens for this service; undefined: every request is refused. Not those of the internal token: the gateway has those. */
  readonly keys: KeyRing | undefined;
  /** As in the service's `OperatedService`. */
  readonly onSkipped?: OnSkipped;
  readonly now?: () => Date;
}

// Beside the request, not on it: nothing that arrives can pretend to be an operator.
const operators = new WeakMap<object, string>();

/** Lets in requests with an operator's token for this service, and nothing else. */
@Injectable()
export class OperatorTokenGuard implements CanActivate {
  constructor(@Inject(OPERATOR_API_OPTIONS) private readonly options: OperatorApiOptions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = request.headers[INTERNAL_TOKEN_HEADER];
    const { service: audience, keys, now = () => new Date() } = this.options;
    if (typeof token !== 'string' || token === '' || keys === undefined) throw new DomainError('unauthorized');
    operators.set(request, await verifyOperatorToken(token, { audience, keys, now: now() }));
    return true;
  }
}

/** Gives a controller's method the operator's name. */
export const CurrentOperator = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const operator = operators.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (operator === undefined) throw new DomainError('unauthorized');
  return operator;
});
