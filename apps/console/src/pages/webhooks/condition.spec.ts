import { conditionOf } from './condition.ts';

const health = { failing_since: null, failed_attempts: 0, failure_rate: null, next_attempt_at: null };
const failing = { ...health, failing_since: '2026-11-21T10:00:00Z', failed_attempts: 3 };

it.each([
  ['well', 'active', health],
  ['failing', 'active', failing],
  ['disabled', 'disabled', failing],
  ['disabled', 'disabled', health],
] as const)('an endpoint is %s when it is %s with %j', (condition, status, health) => {
  expect(conditionOf({ status, health })).toBe(condition);
});
