import { setTimeout as delay } from 'node:timers/promises';

/** Attempts in memory that keep the sender busy while the next deliveries are stored. */
export const ENOUGH_PENDING = 500;
const LONGEST_MS = 250;
const STEP_MS = 5;

/**
 * Delays the next consumer transaction, with none open, while the sender has enough to do: deliveries stored much faster than they are sent
 * would have to be found and leased again later. Not for long: other endpoints may be behind the one with the backlog.
 */
export async function applyBackpressure(countWaiting: () => number): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (countWaiting() > ENOUGH_PENDING && performance.now() < end) await delay(STEP_MS);
}
