import { endOfDay, isDay, startOfDay } from './days.ts';

const bounds = (day: string, zone: string): string[] => [
  startOfDay(day, zone).toISOString(),
  endOfDay(day, zone).toISOString(),
];

describe('a day of a zone', () => {
  it.each([
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z'],
    ['2026-11-21', 'America/New_York', '2026-11-21T05:00:00.000Z', '2026-11-22T04:59:59.999Z'],
    ['2026-12-31', 'Asia/Kolkata', '2026-12-30T18:30:00.000Z', '2026-12-31T18:29:59.999Z'],
  ])('%s in %s', (day, zone, start, end) => {
    expect(bounds(day, zone)).toEqual([start, end]);
  });

  it('has 23 hours when clocks go forward and 25 when they go back', () => {
    expect(bounds('2026-03-29', 'Europe/Berlin')).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z']);
    expect(bounds('2026-11-01', 'America/New_York')).toEqual(['2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z']);
  });
});

it.each([
  ['2026-11-21', true],
  ['2026-02-30', false],
  ['0002-11-21', false],
  ['21.11.2026', false],
  ['', false],
])('whether %j is a day', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});
