import { hasFailedTooLong, healthChanges } from './endpoint-health.ts';

const failingSince = new Date('2026-11-16T09:00:00.000Z');
const fiveDaysLater = new Date('2026-11-21T09:00:00.000Z');

it.each([
  ['five days and ten attempts', 10, fiveDaysLater, true],
  ['many attempts, but a moment less than five days', 1000, new Date(fiveDaysLater.getTime() - 1), false],
  ['nine attempts in a month', 9, new Date('2026-12-16T09:00:00.000Z'), false],
  ['the very first failure', 1, failingSince, false],
])('%s', (_name, failedAttempts, now, tooLong) => {
  expect(hasFailedTooLong({ failingSince, failedAttempts }, now)).toBe(tooLong);
});

describe('healthChanges', () => {
  const at = (second: number): Date => new Date(Date.UTC(2026, 10, 21, 9, 0, second));
  const attempts = (webhookId: string, outcomes: string) =>
    [...outcomes].map((outcome, second) => ({ webhookId, delivered: outcome === '+', endedAt: at(second) }));

  it.each([
    ['+', { healed: true, failures: 0, firstFailureAt: null }],
    ['---', { healed: false, failures: 3, firstFailureAt: at(0) }],
    ['--+', { healed: true, failures: 0, firstFailureAt: null }],
    ['-+--', { healed: true, failures: 2, firstFailureAt: at(2) }],
  ])('%s', (outcomes, expected) => {
    expect(healthChanges(attempts('wh_1', outcomes))).toEqual([{ webhookId: 'wh_1', ...expected }]);
  });

  it('are of each endpoint alone', () => {
    const both = [...attempts('wh_1', '--'), ...attempts('wh_2', '+')];
    expect(healthChanges(both).map(({ webhookId, failures }) => [webhookId, failures])).toEqual([
      ['wh_1', 2],
      ['wh_2', 0],
    ]);
  });
});
