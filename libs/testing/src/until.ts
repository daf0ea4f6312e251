import { setTimeout as delay } from 'node:timers/promises';

export interface UntilOptions {
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
  /** What is waited for, for the message of the rejection; a function may add what was seen last. */
  readonly describe?: string | (() => string);
}

type Falsy = false | 0 | 0n | '' | null | undefined;

/**
 * Waits for a condition: resolves with its first truthy value. A condition that throws is asked again. At the deadline it
 * rejects with the description and the last error.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  options: UntilOptions = {},
): Promise<Exclude<T, Falsy>> {
  const { timeoutMs = 90_000, intervalMs = 20 } = options;
  const deadline = performance.now() + timeoutMs;
  let lastError: unknown;
  do {
    try {
      const value = await beforeDeadline(condition, deadline);
      if (value) return value as Exclude<T, Falsy>;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    await delay(Math.max(0, Math.min(intervalMs, deadline - performance.now())));
  } while (performance.now() < deadline);
  throw new Error(failure(options, timeoutMs, lastError), { cause: lastError });
}

/** A condition that never settles must not outlive the deadline. */
async function beforeDeadline<T>(condition: () => T | Promise<T>, deadline: number): Promise<T> {
  const settled = new AbortController();
  const tooLate = delay(Math.max(0, deadline - performance.now()), undefined, { signal: settled.signal }).then(() => {
    throw new Error('the condition itself did not answer');
  });
  tooLate.catch(() => undefined);
  try {
    return await Promise.race([condition(), tooLate]);
  } finally {
    settled.abort();
  }
}

function failure({ describe }: UntilOptions, timeoutMs: number, lastError: unknown): string {
  const what = typeof describe === 'function' ? describe() : (describe ?? 'the condition');
  const why = lastError instanceof Error ? `; last error: ${lastError.message}` : '';
  return `Waited ${timeoutMs} ms in vain for ${what}${why}`;
}
