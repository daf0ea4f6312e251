import { DomainError, notFound } from '@ci/platform';
import type { Authenticator } from '../authenticate/authenticator.ts';
import type { KnownKey } from '../authenticate/known-keys.ts';
import type { RateLimits, SetHeader } from '../limit-rates/rate-limits.ts';
import { findRoute, type Target } from './find-route.ts';
import type { PublicRoute } from './public-routes.ts';

/** A request that may be passed on. */
export interface Admitted {
  readonly key: KnownKey;
  readonly route: PublicRoute;
  readonly target: Target;
}

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly address: string;
  readonly setHeader: SetHeader;
}

/** Decides who gets in, in the order that the API promises: 401, 429, 403, then 404 and 405 of the route. No body has been read. */
export class Admission {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limits: RateLimits,
  ) {}

  async admit({ method, url, authorization, address, setHeader }: Asked): Promise<Admitted> {
    const target = findRoute(method, url);
    const key = await this.authenticator.authenticate(authorization, address, setHeader);
    await this.limits.countRequest(key.id, recordsCall(method, target), setHeader);
    assertScope(key, method, target);
    return { key, target, route: assertRoute(target) };
  }
}

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const ownersOnly: ReadonlySet<string> = new Set(['webhooks', 'deliveries']);

function recordsCall(method: string, { match }: Target): boolean {
  return method === 'POST' && match.kind === 'route' && match.route.recordsCalls === true;
}

function assertScope({ scope }: KnownKey, method: string, { segments }: Target): void {
  if (scope === 'read-write') return;
  if (writes.has(method) || ownersOnly.has(segments[0] ?? '')) throw new DomainError('insufficient_scope');
}

function assertRoute({ match }: Target): PublicRoute {
  switch (match.kind) {
    case 'route':
      return match.route;
    case 'other-method':
      throw new DomainError('method_not_allowed', undefined, { headers: { allow: match.allow } });
    case 'none':
      throw notFound();
  }
}
