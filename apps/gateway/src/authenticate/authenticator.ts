import { DomainError } from '@ci/domain';
import type { RateLimits, SetHeader } from '../limit-rates/rate-limits.ts';
import { addressGroup } from './address-group.ts';
import { bearerKeyOf } from './bearer.ts';
import { keyHash } from './key-hash.ts';
import type { KnownKey, KnownKeys } from './known-keys.ts';
import type { LastUse } from './last-use.ts';

/** Finds out whose request it is. */
export class Authenticator {
  constructor(
    private readonly keys: KnownKeys,
    private readonly lastUse: LastUse,
    private readonly limits: RateLimits,
  ) {}

  /** The request's key. Missing, malformed, unknown and deleted ones get the same response; too many from one address are limited. */
  async authenticate(authorization: string | undefined, address: string, setHeader: SetHeader): Promise<KnownKey> {
    const text = bearerKeyOf(authorization);
    const from = addressGroup(address);
    const key = text === undefined ? undefined : await this.keys.find(keyHash(text), from);
    if (key !== undefined) {
      this.lastUse.note(key.id, new Date());
      return key;
    }
    await this.limits.countFailedKey(from, setHeader);
    throw new DomainError('unauthorized');
  }
}
