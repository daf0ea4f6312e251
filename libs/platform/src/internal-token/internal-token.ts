import { DomainError } from '@ci/domain';
import { errors, jwtVerify, SignJWT, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { KeyRing } from '../config/secret-key.ts';
import type { Caller } from './caller.ts';

/** The header that carries the token from the gateway to a service. */
export const INTERNAL_TOKEN_HEADER = 'x-internal-token';

const ISSUER = 'gateway';
const MAX_TTL_SECONDS = 60;
const CLOCK_TOLERANCE_SECONDS = 5;

const claimsSchema = z.object({
  exp: z.number(),
  act: z.string().min(1),
  scp: z.enum(['read-only', 'read-write']),
  wsp: z.object({ id: z.string().min(1), timezone: z.string().min(1), domains: z.array(z.string()) }),
});

/** Who may use a token, and by which keys it is known to be ours. */
export interface TokenContext {
  /** The name of the service the token is for. */
  readonly audience: string;
  readonly keys: KeyRing;
  readonly now: Date;
}

/** Signs what the gateway knows of a caller, for one service and at most a minute. */
export async function signInternalToken(
  caller: Caller,
  { audience, keys, now, ttlSeconds }: TokenContext & { readonly ttlSeconds: number },
): Promise<string> {
  if (!(ttlSeconds > 0 && ttlSeconds <= MAX_TTL_SECONDS))
    throw new RangeError(`ttlSeconds must be at most ${MAX_TTL_SECONDS}`);
  const [key] = keys;
  const issuedAt = Math.floor(now.getTime() / 1000);
  const { id, timezone, domains } = caller.workspace;
  return new SignJWT({ act: caller.actor, scp: caller.scope, wsp: { id, timezone, domains: [...domains] } })
    .setProtectedHeader({ alg: 'HS256', kid: key.kid })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + Math.floor(ttlSeconds))
    .sign(key.secret);
}

/** The caller a token speaks of; `unauthorized` when it is not ours, not for this audience, or over. */
export async function verifyInternalToken(token: string, context: TokenContext): Promise<Caller> {
  return (await verifyWithExpiry(token, context)).caller;
}

/** The caller and the moment until which the token may be believed. */
export async function verifyWithExpiry(
  token: string,
  { audience, keys, now }: TokenContext,
): Promise<{ readonly caller: Caller; readonly validUntil: number }> {
  const claims = claimsSchema.safeParse(await verifiedPayload(token, { audience, keys, now }, ISSUER));
  if (!claims.success) throw new DomainError('unauthorized');
  const { act, scp, wsp, exp } = claims.data;
  return { caller: { workspace: wsp, actor: act, scope: scp }, validUntil: (exp + CLOCK_TOLERANCE_SECONDS) * 1000 };
}

/** What a token says, if this issuer signed it for this audience and it is not over. */
export async function verifiedPayload(
  token: string,
  { audience, keys, now }: TokenContext,
  issuer: string,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, (header) => secretOf(keys, header), {
      algorithms: ['HS256'],
      issuer,
      audience,
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: MAX_TTL_SECONDS,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new DomainError('unauthorized', undefined, { cause: error });
    throw error;
  }
}

function secretOf(keys: KeyRing, header: JWTHeaderParameters): Uint8Array {
  const key = keys.find(({ kid }) => kid === header.kid);
  if (key === undefined) throw new errors.JWKSNoMatchingKey();
  return key.secret;
}
