import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret. */
export function newSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The secret as it signs. Callers that sign often keep it: making it takes longer than signing. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'));
}

export interface MessageToSign {
  /** The event's id: the same over retries and redeliveries, so that a receiver can recognize what it has seen. */
  readonly id: string;
  /** When this attempt is made: receivers refuse old ones, so each retry is signed again. */
  readonly at: Date;
  readonly body: string;
}

/** The three headers of Standard Webhooks 1.0.0 (https://www.standardwebhooks.com), scheme `v1`: HMAC-SHA256 of `id.timestamp.body`. */
export function signatureHeaders(key: KeyObject, { id, at, body }: MessageToSign): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
