import { hasFailedTooLong } from './endpoint-health.ts';

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
