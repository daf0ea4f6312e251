import { engineVersionOf, isBefore } from './engine-version.ts';

const before = (one: string, other: string) => isBefore(engineVersionOf(one)!, engineVersionOf(other)!);

it.each([
  ['2.4.0', '3', true],
  ['2.10.0', '2.9', false],
  ['2.4.0', '2.4', false],
  ['2.4.0', '2.4.1', true],
  ['3.0.0', '3', false],
  ['10.0.0', '9', false],
])('%s is before %s: %s', (one, other, expected) => expect(before(one, other)).toBe(expected));

it.each(['', 'v3', '3.', '1.2.3.4', '-1', 'latest'])('%j is no version', (text) =>
  expect(engineVersionOf(text)).toBeUndefined(),
);
