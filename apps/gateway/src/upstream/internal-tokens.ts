import { signInternalToken, type Caller } from '@ci/security';
import type { Identity } from '../authenticate/identity.ts';
import type { ServiceAddress } from '../config.ts';
import type { ServiceName } from '../service-names.ts';

const TTL_SECONDS = 60;
/** A token is given out while it is valid for at least this much longer: a request may wait in a queue. */
const RESERVE_SECONDS = 25;

interface SignedToken {
  readonly token: Promise<string>;
  readonly renewAtMs: number;
}

/** Identifies the caller to services. A key's token serves many requests and is dropped with the cached key; a session's serves one. */
export class InternalTokens {
  readonly #tokens = new WeakMap<Identity, Map<ServiceName, SignedToken>>();

  constructor(
    private readonly services: Readonly<Record<ServiceName, ServiceAddress>>,
    private readonly now: () => Date = () => new Date(),
  ) {}

  tokenFor(identity: Identity, service: ServiceName): Promise<string> {
    const tokens = this.#tokens.get(identity) ?? new Map<ServiceName, SignedToken>();
    this.#tokens.set(identity, tokens);
    const now = this.now();
    const known = tokens.get(service);
    if (known !== undefined && now.getTime() < known.renewAtMs) return known.token;
    const token = signInternalToken(callerOf(identity), {
      audience: service,
      keys: this.services[service].tokenKeys,
      now,
      ttlSeconds: TTL_SECONDS,
    });
    tokens.set(service, { token, renewAtMs: now.getTime() + (TTL_SECONDS - RESERVE_SECONDS) * 1000 });
    return token;
  }
}

function callerOf({ id, scope, workspace, member }: Identity): Caller {
  if (member === undefined) return { workspace, actor: id, scope };
  return { workspace, actor: id, scope, member: { role: member.role, repIds: member.repIds } };
}
