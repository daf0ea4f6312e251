import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyRing, SecretKey } from '@ci/config';

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret for the database (AES-256-GCM) with the first key. The same `context` (for instance the row's id) has to be given to read
 * it again: a value copied into another row does not decrypt there.
 */
export function encryptSecret(plain: string | Uint8Array, keys: KeyRing, context = ''): Buffer {
  const [key] = keys;
  const kid = Buffer.from(key.kid, 'utf8');
  const header = Buffer.concat([Buffer.from([FORMAT, kid.length]), kid]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key), nonce).setAAD(additionalData(header, context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([header, nonce, body, cipher.getAuthTag()]);
}

/** Decrypts what `encryptSecret` made, under whichever of the keys it was; throws when it was changed or belongs elsewhere. */
export function decryptSecret(stored: Uint8Array, keys: KeyRing, context = ''): Buffer {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  const kidLength = bytes[1] ?? 0;
  const header = bytes.subarray(0, 2 + kidLength);
  const kid = header.toString('utf8', 2);
  const key = keys.find((candidate) => candidate.kid === kid);
  if (bytes[0] !== FORMAT || bytes.length < header.length + NONCE_BYTES + TAG_BYTES)
    throw new Error('not an encrypted secret');
  if (key === undefined) throw new Error('a secret was encrypted with a key that is not configured');
  const nonce = bytes.subarray(header.length, header.length + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(key), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(additionalData(header, context)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(header.length + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** A configured secret may be longer than a cipher's key; the key is derived from all of it. */
function cipherKey(key: SecretKey): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key.secret, '', 'stored-secret', 32));
}

function additionalData(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context, 'utf8')]);
}
