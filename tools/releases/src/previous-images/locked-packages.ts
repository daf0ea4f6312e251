import type { PackageLock } from '@ci/tools-images/package-lock';

/** What an `npm ci` of a package-lock.json installs, as text to compare: packages of others, and links to our own projects without their versions. */
export function packagesIn(lock: string): string {
  const { packages } = JSON.parse(lock) as PackageLock;
  const installed = Object.entries(packages).filter(([place]) => place.includes('node_modules/'));
  return JSON.stringify(
    installed.map(([place, { version, integrity, resolved }]) => [place, version, integrity, resolved]).sort(),
  );
}
