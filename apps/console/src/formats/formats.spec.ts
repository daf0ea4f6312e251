import { formatDuration, formatOffset } from './durations.ts';
import { formatNumber, formatPercent, localeOf } from './numbers.ts';
import { dayOf, formatDate, formatDay, formatInstant, formatInstantFully } from './instants.ts';

const instant = '2026-11-21T23:30:09.123Z';

describe('an instant in words', () => {
  it('is in the zone of the workspace, whatever the zone of the browser', () => {
    // The space before PM is a narrow one.
    expect(formatInstant(instant, 'Europe/Lisbon')).toMatch(/^Nov 21, 2026, 11:30\sPM$/);
    expect(formatInstant(instant, 'Asia/Tokyo')).toMatch(/^Nov 22, 2026, 8:30\sAM$/);
    expect(formatDay(instant, 'America/New_York')).toBe('Nov 21, 2026');
    expect(formatInstantFully(instant, 'Europe/Berlin')).toMatch(/^Sunday, November 22, 2026.* 12:30:09\sAM .+/);
  });

  it('leaves a date without a time as it is', () => {
    expect(formatDate('2026-11-30')).toBe('Nov 30, 2026');
  });

  it('falls on a day of a zone', () => {
    expect(dayOf(new Date(instant), 'Asia/Tokyo')).toBe('2026-11-22');
    expect(dayOf(new Date(instant), 'UTC')).toBe('2026-11-21');
  });
});

describe('a duration in words', () => {
  it.each([
    [9, '9 s'],
    [65, '1 min 05 s'],
    [3600, '1 h 00 min'],
    [3725, '1 h 02 min'],
  ])('%s seconds', (seconds, words) => {
    expect(formatDuration(seconds)).toBe(words);
  });

  it.each([
    [0, '0:00'],
    [65_900, '1:05'],
    [725_000, '12:05'],
    [3_725_000, '1:02:05'],
  ])('%s ms from the start of a call', (ms, words) => {
    expect(formatOffset(ms)).toBe(words);
  });
});

describe('the reader’s locale', () => {
  it.each([
    ['en-GB', 'en-GB'],
    ['en', 'en-US'],
    ['de-DE', 'en-DE'],
    ['pt', 'en-BR'],
    [undefined, 'en-US'],
  ])('of %j is %s', (readers, locale) => {
    expect(localeOf(readers)).toBe(locale);
  });

  it('writes numbers', () => {
    expect([formatNumber(1204.56), formatPercent(0.574)]).toEqual(['1,204.6', '57%']);
  });
});
