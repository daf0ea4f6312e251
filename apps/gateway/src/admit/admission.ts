import { DomainError, notFound } from '@ci/domain';
import { notAllowed } from '@ci/security';
import type { Identity } from '../authenticate/identity.ts';
import type { RateLimits, SetHeader } from '../limit-rates/rate-limits.ts';
import { findRoute, type Target } from './find-route.ts';
import type { PublicRoute } from './public-routes.ts';

/** A request that may be forwarded. */
export interface Admitted {
  readonly identity: Identity;
  readonly route: PublicRoute;
  readonly target: Target;
}

export interface Asked {
  readonly method: string;
  /** Below `/v1`. */
  readonly url: string;
  /** Identifies the caller; rejects when the caller is unknown. */
  readonly identify: () => Promise<Identity>;
  readonly setHeader: SetHeader;
}

/** Decides who gets in, in the order that the API promises: 401, 429, 403, then 404 and 405 of the route. No body has been read. */
export class Admission {
  constructor(private readonly limits: RateLimits) {}

  async admit({ method, url, identify, setHeader }: Asked): Promise<Admitted> {
    const target = findRoute(method, url);
    const identity = await identify();
    await this.limits.countRequest(identity.id, recordsCall(method, target), setHeader);
    assertScope(identity, method, target);
    return { identity, target, route: assertRoute(target) };
  }
}

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const ownersOnly: ReadonlySet<string> = new Set(['webhooks', 'deliveries']);

function recordsCall(method: string, { match }: Target): boolean {
  return writes.has(method) && match.kind === 'route' && match.route.recordsCalls === true;
}

/** What a rep may see is decided by the services, which know whose call it is; what a role never may, here too. */
function assertScope(identity: Identity, method: string, { segments, match }: Target): void {
  const { scope, member } = identity;
  const role = member?.role ?? 'owner';
  const isWrite = writes.has(method);
  const deletesCall = method === 'DELETE' && match.kind === 'route' && match.route.deletesCalls === true;
  if (scope === 'read-only' && isWrite) throw notAllowed(identity);
  if ((scope === 'read-only' || role !== 'owner') && ownersOnly.has(segments[0] ?? '')) throw notAllowed(identity);
  if (role === 'rep' && deletesCall) throw notAllowed(identity);
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
