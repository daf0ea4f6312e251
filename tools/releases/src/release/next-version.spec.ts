import { nextVersion } from './next-version.ts';

it.each([
  [undefined, '1.0.0', '1.0.0'],
  ['1.0.0', 'patch', '1.0.1'],
  ['1.9.3', 'minor', '1.10.0'],
  ['1.9.3', 'major', '2.0.0'],
  ['0.4.1', 'minor', '0.5.0'],
  ['1.9.0', '1.10.0', '1.10.0'],
])('after %s, %s is %s', (newest, wish, version) => {
  expect(nextVersion(newest, wish)).toBe(version);
});

it.each([
  [undefined, 'minor', 'nothing was released before'],
  ['1.2.0', '1.2.0', '1.2.0 is not greater than 1.2.0'],
  ['1.10.0', '1.9.9', '1.9.9 is not greater than 1.10.0'],
  ['2.0.0', '1.9.9', '1.9.9 is not greater than 2.0.0'],
  ['1.0.0', 'v1.1.0', 'v1.1.0 is no version'],
  ['1.0.0', '1.1', '1.1 is no version'],
  ['1.0.0', '1.1.0-rc.1', '1.1.0-rc.1 is no version'],
  ['1.0.0', '1.01.0', '1.01.0 is no version'],
])('after %s, %s is refused', (newest, wish, message) => {
  expect(() => nextVersion(newest, wish)).toThrow(message);
});
