import { tokenHash } from '../sign-in/session-token.ts';

/** Of an address or a link: counts are kept by name in a table that holds nothing of persons and nothing secret. */
export function accountOf(text: string): string {
  return tokenHash(text).toString('base64url');
}
