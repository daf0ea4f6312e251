import { setTimeout as delay } from 'node:timers/promises';

/**
 * Checks a condition until it holds. Rejects when a check that began more than `ms` after `since` (a moment of `performance.now()`; default:
 * the call) finds that it does not: how long a check takes, and how slow the machine is, counts for nothing.
 */
export async function holdsWithin(
  ms: number,
  condition: () => boolean | Promise<boolean>,
  since = performance.now(),
): Promise<void> {
  for (;;) {
    const beganAfterMs = performance.now() - since;
    if (await condition()) return;
    if (beganAfterMs > ms) {
      throw new Error(`It does not hold ${Math.round(beganAfterMs)} ms later, and has to after ${ms} ms`);
    }
    await delay(20);
  }
}
