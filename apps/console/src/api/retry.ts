import { ApiError } from '@ci/client/browser';

const attempts = 3;
/** Too many requests, and the answers in place of a service that is away. */
const passing = new Set([429, 502, 503, 504]);
const longestMs = 30_000;

/** Whether reading once more may bring what this time did not. */
export function worthRetrying(failures: number, error: unknown): boolean {
  if (failures >= attempts - 1) return false;
  return error instanceof ApiError ? passing.has(error.status) : error instanceof TypeError;
}

/** As long as the answer asks for, else longer each time. */
export function pauseBeforeRetry(failures: number, error: unknown): number {
  const asked = retryAfterSeconds(error);
  return asked === undefined ? Math.min(500 * 2 ** failures, longestMs) : Math.min(asked * 1_000, longestMs);
}

/** What an answer says in `Retry-After`. */
export function retryAfterSeconds(error: unknown): number | undefined {
  const value = error instanceof ApiError ? error.headers.get('retry-after') : null;
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
}
