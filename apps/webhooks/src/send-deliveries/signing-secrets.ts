import { decryptSecret, type KeyRing } from '@ci/platform';

const MOST_KEPT = 10_000;

/** The endpoints' secrets, kept once they were decrypted: that takes longer than to sign with them. */
export class SigningSecrets {
  readonly #kept = new Map<string, { readonly encrypted: Buffer; readonly secret: string }>();

  constructor(private readonly encryptionKeys: KeyRing) {}

  of(webhookId: string, encrypted: Buffer): string {
    const kept = this.#kept.get(webhookId);
    if (kept?.encrypted.equals(encrypted)) return kept.secret;
    const secret = decryptSecret(encrypted, this.encryptionKeys, webhookId).toString('utf8');
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(webhookId, { encrypted, secret });
    return secret;
  }

  forget(webhookId: string): void {
    this.#kept.delete(webhookId);
  }
}
