import type { OauthbearerProviderResponse } from 'kafkajs';

export interface TokenClient {
  readonly url: string;
  readonly scope: string | undefined;
  readonly id: string;
  readonly secret: string;
}

const ANSWER_WITHIN_MS = 10_000;
/** A token is used for this part of its life; the broker ends connections whose token has run out. */
const USED_PART = 0.8;
/**
 * A token that is used lives for longer than this. kafkajs signs in again at each request when less than 10 s are left, which the broker
 * refuses within a second, and that cuts the consumer off. The rest is for clocks that differ.
 */
const LEFT_MS = 20_000;
/** How long a token lives when the answer does not say. */
const UNKNOWN_LIFE_S = 60;

/** No token was to be had. Says neither the secret nor what was answered. */
export class NoAccessToken extends Error {
  override readonly name = 'NoAccessToken';
}

/** Access tokens by the client credentials grant of OAuth 2.0 (RFC 6749, 4.4); one token serves all connections until it is old. */
export function accessTokens(client: TokenClient, now: () => number = () => performance.now()) {
  let known: { readonly token: Promise<string>; oldAt: number } | undefined;
  return async (): Promise<OauthbearerProviderResponse> => {
    if (known === undefined || known.oldAt <= now()) {
      const asked = { token: Promise.resolve(''), oldAt: Infinity };
      asked.token = tokenFor(client).then(({ token, lifeMs }) => {
        asked.oldAt = now() + Math.min(USED_PART * lifeMs, lifeMs - LEFT_MS);
        return token;
      });
      known = asked;
    }
    const mine = known;
    try {
      return { value: await mine.token };
    } catch (error) {
      if (known === mine) known = undefined;
      throw error;
    }
  };
}

async function tokenFor({ url, scope, id, secret }: TokenClient): Promise<{ token: string; lifeMs: number }> {
  const credentials = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64');
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch((cause: unknown) => {
    throw new NoAccessToken('KAFKA_SASL_TOKEN_URL did not answer', { cause });
  });
  if (!answer.ok) throw new NoAccessToken(`KAFKA_SASL_TOKEN_URL answered ${String(answer.status)}`);
  const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null;
  const token = body?.['access_token'];
  if (typeof token !== 'string' || token === '')
    throw new NoAccessToken('KAFKA_SASL_TOKEN_URL answered without an access_token');
  const life = Number(body?.['expires_in'] ?? UNKNOWN_LIFE_S);
  return { token, lifeMs: 1_000 * (life > 0 ? life : UNKNOWN_LIFE_S) };
}
