import { nameAt, readPackageLock } from '../package-lock.ts';

/** A package as the lock file fixes it. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; undefined where the package says nothing that npm understands. */
  readonly licence: string | undefined;
  readonly checksum: string | undefined;
  /** Where it was fetched from, should the lock file say so. */
  readonly address: string | undefined;
}

/** Nothing that is distributed with the service may ask for more than to be named; of MPL-2.0 the files stay as they are. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Public Domain',
  'Python-2.0',
  'Unlicense',
]);

/** Read by hand: their package.json says it in a form that npm does not put into the lock file, or not at all. */
export const readByHand: Readonly<Record<string, string>> = {
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  ssh2: 'MIT',
};

/** Everything that is installed from a registry, of whatever project. */
export function installedPackages(workspace: string): InstalledPackage[] {
  const lock = readPackageLock(workspace);
  return Object.entries(lock.packages)
    .filter(([place, { link }]) => place.includes('node_modules/') && link !== true)
    .map(([place, { version = '', license, integrity, resolved }]) => ({
      name: nameAt(lock, place),
      version,
      licence: license,
      checksum: integrity,
      address: resolved,
    }));
}

/** Whether an SPDX expression leaves a choice that is allowed. */
export function isAllowed(expression: string): boolean {
  const choices = expression.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((licence) => allowed.has(licence.trim())));
}
