import { looksLikeKey } from '../api-key/key-format.ts';

/** The key in an Authorization header, if it can be one: a mistyped key is refused without a database. */
export function bearerKeyOf(authorization: string | undefined): string | undefined {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return key !== undefined && looksLikeKey(key) ? key : undefined;
}
