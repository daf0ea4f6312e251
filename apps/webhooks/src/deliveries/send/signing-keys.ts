import type { KeyObject } from 'node:crypto';
import type { KeyRing } from '@ci/config';
import { decryptSecret } from '@ci/security';
import { signingKey } from './signature.ts';

const MOST_KEPT = 10_000;

/** The keys that sign for endpoints, kept once their secrets were decrypted: that takes longer than to sign with them. */
export class SigningKeys {
  readonly #kept = new Map<string, { readonly encrypted: Buffer; readonly key: KeyObject }>();

  constructor(private readonly encryptionKeys: KeyRing) {}

  of(webhookId: string, encrypted: Buffer): KeyObject {
    const kept = this.#kept.get(webhookId);
    if (kept?.encrypted.equals(encrypted)) return kept.key;
    const key = signingKey(decryptSecret(encrypted, this.encryptionKeys, webhookId).toString('utf8'));
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(webhookId, { encrypted, key });
    return key;
  }

  forget(webhookId: string): void {
    this.#kept.delete(webhookId);
  }
}
