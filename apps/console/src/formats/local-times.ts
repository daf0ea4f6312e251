import { offsetMs } from './days.ts';

/** `2026-11-21T14:05`: what a clock of the zone shows, as fields for a day and a time hold it. */
export function localTimeOf(instant: number, timeZone: string): string {
  return new Date(instant + offsetMs(instant, timeZone)).toISOString().slice(0, 16);
}

/** The instant at which a clock of the zone shows that; undefined for what is no time. */
export function instantOfLocal(local: string, timeZone: string): Date | undefined {
  const asUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return undefined;
  // The offset there may be another one than at that time in UTC: what was found is asked once more.
  const guess = asUtc - offsetMs(asUtc, timeZone);
  return new Date(asUtc - offsetMs(guess, timeZone));
}
