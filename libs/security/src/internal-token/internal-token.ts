import { DomainError } from '@ci/domain';
import { errors, jwtVerify, SignJWT, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { KeyRing } from '@ci/config';
import { callerRoles, type Caller } from './caller.ts';

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
  mem: z.object({ role: z.enum(callerRoles), reps: z.array(z.string()) }).optional(),
});

/**
 * The header parameter that a verifier has to understand (RFC 7515, 4.1.11) in a token of a caller whom the scope does not limit enough: a
 * service of a release that knows no roles would otherwise show a rep the calls of all.
 */
const LIMITED = 'limited';

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
  const { member, workspace } = caller;
  const { id, timezone, domains } = workspace;
  const isLimited = member?.role === 'manager' || member?.role === 'rep';
  return new SignJWT({
    act: caller.actor,
    scp: caller.scope,
    wsp: { id, timezone, domains: [...domains] },
    ...(member === undefined ? {} : { mem: { role: member.role, reps: [...member.repIds] } }),
  })
    .setProtectedHeader({ alg: 'HS256', kid: key.kid, ...(isLimited ? { crit: [LIMITED], [LIMITED]: true } : {}) })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + Math.floor(ttlSeconds))
    .sign(key.secret, { crit: { [LIMITED]: true } });
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
  const { act, scp, wsp, mem, exp } = claims.data;
  const member = mem === undefined ? {} : { member: { role: mem.role, repIds: mem.reps } };
  return {
    caller: { workspace: wsp, actor: act, scope: scp, ...member },
    validUntil: (exp + CLOCK_TOLERANCE_SECONDS) * 1000,
  };
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
      crit: { [LIMITED]: true },
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
