import { instantOf, sinceOptions, type SinceChoice } from './recover-since.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const choice: SinceChoice = {
  since: 'hour',
  local: '2026-11-18T09:30',
  timezone: 'America/New_York',
  failingSince: null,
};

describe('since when something is sent again', () => {
  it('can be the first failure where there is one', () => {
    expect(sinceOptions(null)).toEqual(['hour', 'day', 'week', 'month', 'other']);
    expect(sinceOptions('2026-11-21T09:00:00Z')[0]).toBe('failing');
  });

  it('is some time ago', () => {
    expect(instantOf(choice, now)).toBe('2026-11-21T09:00:00.000Z');
    expect(instantOf({ ...choice, since: 'month' }, now)).toBe('2026-10-22T10:00:00.000Z');
  });

  it('is before the first failure, so that what failed first came later', () => {
    const failingSince = '2026-11-20T09:00:00Z';
    expect(instantOf({ ...choice, since: 'failing', failingSince }, now)).toBe('2026-11-20T08:00:00.000Z');
  });

  it('is any time, on the clock of the workspace', () => {
    expect(instantOf({ ...choice, since: 'other' }, now)).toBe('2026-11-18T14:30:00.000Z');
    expect(instantOf({ ...choice, since: 'other', local: '' }, now)).toBeUndefined();
  });
});
