import { setTimeout as delay } from 'node:timers/promises';
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-schema.ts';
import { defaultRetries, retryingFetch, type RetryPolicy } from './retrying-fetch.ts';

/** Where the service is, and who asks. */
export interface ApiClientOptions {
  /** Address of the service, with or without the version: `https://calls.example.com`, `https://calls.example.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Default: `defaultRetries`. `{ attempts: 1, … }` repeats nothing. */
  readonly retries?: RetryPolicy;
  /** Default: the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** One method for each of HTTP's, typed by path: `api.GET('/calls/{id}', { params: { path: { id } } })`. */
export type ApiClient = Client<paths>;

/**
 * A client of the API. Requests that may succeed on a second try are repeated; a POST gets a separate `Idempotency-Key`, unless it has one,
 * so that a repeat has no second effect. Wrap requests in `answerOf` to get the body or an ApiError.
 */
export function createApiClient({
  baseUrl,
  apiKey,
  retries = defaultRetries,
  fetch = globalFetch,
}: ApiClientOptions): ApiClient {
  const pause = async (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal });
  const client = createClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`,
    fetch: retryingFetch(retries, { fetch, pause, random: Math.random, now: Date.now }),
    headers: { authorization: `Bearer ${apiKey}` },
  });
  client.use({
    onRequest: ({ request }) => {
      if (request.method === 'POST' && !request.headers.has('idempotency-key'))
        request.headers.set('idempotency-key', crypto.randomUUID());
      return request;
    },
  });
  return client;
}

async function globalFetch(request: Request): Promise<Response> {
  return globalThis.fetch(request);
}
