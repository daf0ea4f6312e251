import { instantOfLocal, localTimeOf } from './local-times.ts';

describe('a time on the clock of a zone', () => {
  it.each([
    ['2026-07-01T09:30', 'America/New_York', '2026-07-01T13:30:00.000Z'],
    ['2026-12-01T09:30', 'America/New_York', '2026-12-01T14:30:00.000Z'],
    ['2026-12-01T00:10', 'Asia/Kolkata', '2026-11-30T18:40:00.000Z'],
    // Two hours after the clocks went forward: at that time in UTC they had not yet.
    ['2026-03-08T04:00', 'America/New_York', '2026-03-08T08:00:00.000Z'],
    // The evening after the clocks went forward, and the one after they went back.
    ['2026-03-29T20:00', 'Europe/Berlin', '2026-03-29T18:00:00.000Z'],
    ['2026-10-25T20:00', 'Europe/Berlin', '2026-10-25T19:00:00.000Z'],
  ])('%s in %s', (local, zone, instant) => {
    expect(instantOfLocal(local, zone)?.toISOString()).toBe(instant);
    expect(localTimeOf(Date.parse(instant), zone)).toBe(local);
  });

  it.each(['', 'soon', '2026-13-01T00:00', '2026-01-01'])('is none: %s', (local) => {
    expect(instantOfLocal(local, 'UTC')).toBeUndefined();
  });
});
