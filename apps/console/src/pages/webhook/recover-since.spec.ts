import { instantOf, sinceOptions } from './recover-since.ts';

const now = Date.parse('2026-11-21T10:00:00Z');

describe('since when something is sent again', () => {
  it('can be the first failure where there is one', () => {
    expect(sinceOptions(null)).toEqual(['hour', 'day', 'week', 'month']);
    expect(sinceOptions('2026-11-21T09:00:00Z')[0]).toBe('failing');
  });

  it('is some time ago', () => {
    expect(instantOf('hour', null, now)).toBe('2026-11-21T09:00:00.000Z');
    expect(instantOf('month', null, now)).toBe('2026-10-22T10:00:00.000Z');
  });

  it('is before the first failure, so that what failed first came later', () => {
    expect(instantOf('failing', '2026-11-20T09:00:00Z', now)).toBe('2026-11-20T08:00:00.000Z');
  });
});
