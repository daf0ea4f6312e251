/** When a request is repeated. */
export interface RetryPolicy {
  /** Including the first. */
  readonly attempts: number;
  /** The pause before the second attempt; doubled for each further one, up to `longestMs`. An answer's `Retry-After` counts instead. */
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Four attempts within some four seconds, unless the service asks for more patience. */
export const defaultRetries: RetryPolicy = Object.freeze({ attempts: 4, firstMs: 250, longestMs: 30_000 });

/** What the retries need of the world. */
export interface RetryEnvironment {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly now: () => number;
}

/** Too many requests, and what a gateway answers for a service that is away. */
const passing = new Set([429, 502, 503, 504]);

/**
 * A fetch that repeats what may pass: a connection that broke, 429, 502, 503, 504. Every request of the client may be repeated, because a
 * POST carries an `Idempotency-Key`. Resolves with the last answer; rejects when the last attempt got none, or the caller's signal says so.
 */
export function retryingFetch(policy: RetryPolicy, { fetch, pause, random, now }: RetryEnvironment) {
  return async (request: Request): Promise<Response> => {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= policy.attempts;
      // A body can be read once; the copy is for this attempt.
      const outcome = await attemptOnce(fetch, last ? request : request.clone());
      const answered = outcome instanceof Response;
      if (last || request.signal.aborted || (answered && !passing.has(outcome.status))) {
        if (answered) return outcome;
        throw outcome.failure;
      }
      const asked = answered ? retryAfterMs(outcome, now()) : undefined;
      if (answered) await outcome.body?.cancel();
      const growing = Math.min(policy.firstMs * 2 ** (attempt - 1), policy.longestMs) * (0.5 + random() / 2);
      await pause(Math.min(asked ?? growing, policy.longestMs), request.signal);
    }
  };
}

async function attemptOnce(
  fetch: RetryEnvironment['fetch'],
  request: Request,
): Promise<Response | { readonly failure: unknown }> {
  try {
    return await fetch(request);
  } catch (failure) {
    return { failure };
  }
}

/** Seconds, or a date. */
function retryAfterMs({ headers }: Response, now: number): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
