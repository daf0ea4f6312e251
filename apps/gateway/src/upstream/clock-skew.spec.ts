import { ClockSkew } from './clock-skew.ts';

const at = Date.parse('2026-11-20T15:00:00.500Z');

describe('the distance of a service’s clock', () => {
  it.each([
    ['Fri, 20 Nov 2026 15:00:00 GMT', 0],
    ['Fri, 20 Nov 2026 15:00:04 GMT', 4],
    ['Fri, 20 Nov 2026 14:59:57 GMT', -3],
  ])('is told by its answer of %s', (date, seconds) => {
    const clocks = new ClockSkew(() => at);
    clocks.note('contacts', date);
    expect(clocks.readings()).toEqual([{ labels: { to: 'contacts' }, value: seconds }]);
  });

  it.each([undefined, '', 'yesterday'])('is not told by %j', (date) => {
    const clocks = new ClockSkew(() => at);
    clocks.note('contacts', date);
    expect(clocks.readings()).toEqual([]);
  });

  it('is looked at once a second, and follows', () => {
    let now = at;
    const clocks = new ClockSkew(() => now);
    clocks.note('contacts', 'Fri, 20 Nov 2026 15:00:03 GMT');
    now += 999;
    clocks.note('contacts', 'not looked at');
    clocks.note('ingestion', 'Fri, 20 Nov 2026 15:00:01 GMT');
    now += 1;
    clocks.note('contacts', 'Fri, 20 Nov 2026 15:00:01 GMT');
    expect(clocks.readings()).toEqual([
      { labels: { to: 'contacts' }, value: 0 },
      { labels: { to: 'ingestion' }, value: 0.001 },
    ]);
  });
});
