import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks until it is so. Rejects when somebody who began to ask later than `ms` after `since` (a moment of `performance.now()`; default: the
 * call) found that it is not: how long an answer takes, and how slow the machine is, counts for nothing.
 */
export async function soWithin(
  ms: number,
  isSo: () => boolean | Promise<boolean>,
  since = performance.now(),
): Promise<void> {
  for (;;) {
    const askedAfterMs = performance.now() - since;
    if (await isSo()) return;
    if (askedAfterMs > ms) {
      throw new Error(`Who asked ${Math.round(askedAfterMs)} ms later found what must not be after ${ms} ms`);
    }
    await delay(20);
  }
}
