import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret of 256 bits, used in a cookie or a link. Only its hash is kept. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text can be such a secret: anything else is refused without a database. */
export function looksLikeToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** What is stored of a token, and what it is found by. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The session's own token against forged requests. Made of the session's secret, so it is kept nowhere and ends with it. */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url');
}

/** Compares in constant time. */
export function isCsrfToken(given: string, sessionToken: string): boolean {
  const [one, other] = [hash('sha256', given, 'buffer'), hash('sha256', csrfTokenOf(sessionToken), 'buffer')];
  return timingSafeEqual(one, other);
}
