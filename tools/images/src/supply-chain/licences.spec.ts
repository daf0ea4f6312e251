import path from 'node:path';
import { installedPackages, isAllowed, readByHand } from './licences.ts';

const workspace = path.resolve(import.meta.dirname, '../../../..');
const packages = installedPackages(workspace);

it('every package of the lock file has a licence that is allowed', () => {
  expect(packages.length).toBeGreaterThan(500);
  const refused = packages.filter(({ name, licence }) => !isAllowed(licence ?? readByHand[name] ?? ''));
  expect(refused.map(({ name, version, licence }) => `${name}@${version}: ${licence ?? 'says nothing'}`)).toEqual([]);
});

it('what was read by hand still has to be', () => {
  const silent = new Set(packages.filter(({ licence }) => licence === undefined).map(({ name }) => name));
  expect(Object.keys(readByHand).filter((name) => !silent.has(name))).toEqual([]);
});

it('every package is fixed by version and checksum, and comes from no address of its own', () => {
  const loose = packages.filter(({ version, checksum, address }) => {
    return !/^\d+\.\d+\.\d+/.test(version) || !/^sha512-/.test(checksum ?? '') || address !== undefined;
  });
  expect(loose.map(({ name }) => name)).toEqual([]);
});

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['Apache-2.0 AND MIT', true],
  ['MIT AND GPL-3.0', false],
  ['GPL-3.0', false],
  ['', false],
])('%p: %p', (expression, expected) => {
  expect(isAllowed(expression)).toBe(expected);
});
