import { setTimeout as delay } from 'node:timers/promises';

/** So many attempts in memory keep the sender busy while the next ones are stored. */
export const ENOUGH_WAITING = 500;
const LONGEST_MS = 250;
const STEP_MS = 5;

/**
 * Who stores deliveries waits here before the next ones, with no transaction open: what is stored much faster than it is sent has to be found
 * and leased again later. Not for long: behind the one who has many there may be others.
 */
export async function keepPace(countWaiting: () => number): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (countWaiting() > ENOUGH_WAITING && performance.now() < end) await delay(STEP_MS);
}
