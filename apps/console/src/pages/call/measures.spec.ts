import { measuredInWords, targetInWords } from './measures.ts';

it.each([
  [0.5674, 'ratio', '57%'],
  [6_737, 'milliseconds', '6.7 s'],
  [2, 'count', '2'],
  [2.04, 'per_ten_minutes', '2 in ten minutes'],
  [0.52, 'per_hundred_words', '0.5 in a hundred words'],
  [3, 'of_a_later_formula', '3'],
])('%s as %s', (value, unit, expected) => {
  expect(measuredInWords({ value, unit })).toBe(expected);
});

it.each([
  [{ min: 0.35, max: 0.6 }, 'ratio', '35% to 60%'],
  [{ min: 1, max: 1 }, 'ratio', '100%'],
  [{ min: 4, max: null }, 'per_ten_minutes', 'at least 4 in ten minutes'],
  [{ min: null, max: 90_000 }, 'milliseconds', 'at most 90 s'],
  [{ min: null, max: 0 }, 'per_ten_minutes', 'none'],
  [{ min: null, max: null }, 'count', null],
])('the target %j in %s', (target, unit, expected) => {
  expect(targetInWords({ target, unit })).toBe(expected);
});
