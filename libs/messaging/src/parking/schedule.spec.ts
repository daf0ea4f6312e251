import { nextAttemptAt } from './schedule.ts';

describe('nextAttemptAt', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');

  it.each([
    [1, '2026-11-20T12:01:00.000Z'],
    [2, '2026-11-20T12:05:00.000Z'],
    [3, '2026-11-20T12:30:00.000Z'],
    [4, '2026-11-20T14:00:00.000Z'],
  ])('after failure %i', (failures, expected) => {
    expect(nextAttemptAt(failures, now)?.toISOString()).toBe(expected);
  });

  it('leaves the rest to an operator', () => expect(nextAttemptAt(5, now)).toBeNull());
});
