const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses after the first, second, … failure. After the last one an operator decides. */
const pausesMs = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR] as const;

/** When a message that failed so many times is tried again; null: by hand. */
export function nextAttemptAt(failures: number, now: Date): Date | null {
  const pauseMs = pausesMs[failures - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);
}
