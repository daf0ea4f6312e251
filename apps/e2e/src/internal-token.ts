import { createHmac } from 'node:crypto';

/** What a token says and with which key; changed by tests, one thing at a time. */
export interface TokenParts {
  readonly audience: string;
  /** `kid:base64secret`. */
  readonly key: string;
  readonly issuer?: string;
  readonly algorithm?: string;
  readonly issuedAt?: number;
  readonly lifetime?: number;
  readonly workspaceId?: string;
}

/** A token of the gateway, made from outside with nothing but its format: a JWT (RFC 7519) signed with HS256. */
export function internalToken(parts: TokenParts): string {
  const { audience, key, issuer = 'gateway', algorithm = 'HS256' } = parts;
  const { issuedAt = Math.floor(Date.now() / 1000), lifetime = 60, workspaceId = 'wsp_1' } = parts;
  const [kid = '', secret = ''] = key.split(':');
  const header = encoded({ alg: algorithm, kid });
  const claims = encoded({
    act: 'key_1',
    scp: 'read-write',
    wsp: { id: workspaceId, timezone: 'UTC', domains: [] },
    iss: issuer,
    aud: audience,
    iat: issuedAt,
    exp: issuedAt + lifetime,
  });
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${header}.${claims}`)
    .digest('base64url');
  return `${header}.${claims}.${algorithm === 'none' ? '' : signature}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
