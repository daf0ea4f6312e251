import { DomainError } from '@ci/domain';
import { Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { KeyRing } from '@ci/config';
import { setCaller, type Caller } from './caller.ts';
import { INTERNAL_TOKEN_HEADER, verifyWithExpiry } from './internal-token.ts';

/** The injection token of the guard's options. */
export const INTERNAL_TOKEN_OPTIONS = Symbol('INTERNAL_TOKEN_OPTIONS');

/** What the guard needs to know. */
export interface InternalTokenOptions {
  /** The service's own name. */
  readonly audience: string;
  readonly keys: KeyRing;
  readonly now?: () => Date;
}

const PUBLIC_ROUTE = 'ci:public-route';
const MAX_CACHED_TOKENS = 10_000;

/** Opens a route, or all routes of a controller, to requests without an internal token: health, the OpenAPI fragment. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC_ROUTE, true);

/** Lets in requests that carry the gateway's token for this service. Provide it as APP_GUARD. */
@Injectable()
export class InternalTokenGuard implements CanActivate {
  // The gateway sends the same token for a minute; verifying it each time would cost more than most queries.
  readonly #verified = new Map<string, { readonly caller: Caller; readonly validUntil: number }>();
  readonly #options: InternalTokenOptions;
  readonly #reflector: Reflector;

  constructor(@Inject(INTERNAL_TOKEN_OPTIONS) options: InternalTokenOptions, @Inject(Reflector) reflector: Reflector) {
    this.#options = options;
    this.#reflector = reflector;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Messages from Kafka pass the same global guard; they are not requests and need no caller.
    if (context.getType() !== 'http') return true;
    if (
      this.#reflector.getAllAndOverride<boolean | undefined>(PUBLIC_ROUTE, [context.getHandler(), context.getClass()])
    )
      return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    setCaller(request, await this.#callerOf(request.headers[INTERNAL_TOKEN_HEADER]));
    return true;
  }

  async #callerOf(token: string | string[] | undefined): Promise<Caller> {
    if (typeof token !== 'string' || token === '') throw new DomainError('unauthorized');
    const now = this.#options.now?.() ?? new Date();
    const known = this.#verified.get(token);
    if (known !== undefined && known.validUntil > now.getTime()) return known.caller;
    this.#verified.delete(token);
    const verified = await verifyWithExpiry(token, { audience: this.#options.audience, keys: this.#options.keys, now });
    this.#remember(token, verified);
    return verified.caller;
  }

  #remember(token: string, verified: { readonly caller: Caller; readonly validUntil: number }): void {
    if (this.#verified.size >= MAX_CACHED_TOKENS) {
      // A map gives its keys in the order they came: the first one is the one closest to its end.
      const oldest = this.#verified.keys().next();
      if (oldest.done !== true) this.#verified.delete(oldest.value);
    }
    this.#verified.set(token, verified);
  }
}
