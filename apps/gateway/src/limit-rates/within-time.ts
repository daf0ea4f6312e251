import { setTimeout as delay } from 'node:timers/promises';

/** The result of the work, or the error of `tooLate` when there is none in time. The work itself goes on. */
export async function withinTime<T>(work: Promise<T>, timeoutMs: number, tooLate: () => Error): Promise<T> {
  const limit = new AbortController();
  const timeout = delay(timeoutMs, undefined, { signal: limit.signal, ref: false }).then(
    () => {
      throw tooLate();
    },
    // Aborted: the work has ended, and this promise is no longer awaited.
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([work, timeout]);
  } finally {
    limit.abort();
  }
}
