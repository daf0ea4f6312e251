import { signInternalToken } from '@ci/platform';
import type { KnownKey } from '../authenticate/known-keys.ts';
import type { ServiceAddress } from '../config.ts';
import type { ServiceName } from '../service-names.ts';

const TTL_SECONDS = 60;
/** A token is given out while it is valid for at least this much longer: a request may wait in a queue. */
const RESERVE_SECONDS = 25;

interface SignedToken {
  readonly token: Promise<string>;
  readonly renewAtMs: number;
}

/** Tells services who asks. One token per key and service serves many requests; it is dropped with what is known of the key. */
export class InternalTokens {
  readonly #tokens = new WeakMap<KnownKey, Map<ServiceName, SignedToken>>();

  constructor(
    private readonly services: Readonly<Record<ServiceName, ServiceAddress>>,
    private readonly now: () => Date = () => new Date(),
  ) {}

  tokenFor(key: KnownKey, service: ServiceName): Promise<string> {
    const ofKey = this.#tokens.get(key) ?? new Map<ServiceName, SignedToken>();
    this.#tokens.set(key, ofKey);
    const now = this.now();
    const known = ofKey.get(service);
    if (known !== undefined && now.getTime() < known.renewAtMs) return known.token;
    const token = signInternalToken(
      { workspace: key.workspace, actor: key.id, scope: key.scope },
      { audience: service, keys: this.services[service].tokenKeys, now, ttlSeconds: TTL_SECONDS },
    );
    ofKey.set(service, { token, renewAtMs: now.getTime() + (TTL_SECONDS - RESERVE_SECONDS) * 1000 });
    return token;
  }
}
