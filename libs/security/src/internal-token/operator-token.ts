import { DomainError } from '@ci/domain';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { verifiedPayload, type TokenContext } from './internal-token.ts';

// Another issuer than the gateway's: a token of an API key is never one of an operator, nor the other way round.
const ISSUER = 'operator';
const TTL_SECONDS = 60;

const claimsSchema = z.object({ act: z.string().min(1) });

/** Signs, for a minute, that an operator asks: for the routes of a service that no API key reaches. */
export async function signOperatorToken(actor: string, { audience, keys, now }: TokenContext): Promise<string> {
  const [key] = keys;
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ act: actor })
    .setProtectedHeader({ alg: 'HS256', kid: key.kid })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TTL_SECONDS)
    .sign(key.secret);
}

/** The operator a token speaks of; `unauthorized` for anything else, a token of the gateway included. */
export async function verifyOperatorToken(token: string, context: TokenContext): Promise<string> {
  const claims = claimsSchema.safeParse(await verifiedPayload(token, context, ISSUER));
  if (!claims.success) throw new DomainError('unauthorized');
  return claims.data.act;
}
