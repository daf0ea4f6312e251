import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What of an entry of package-lock.json says what a package is and needs. */
export interface LockedPackage {
  /** Where it is installed under another one. */
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  /** Its checksum. */
  readonly integrity?: string;
  /** Of a link: the folder that it leads to; else an address. */
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** package-lock.json: each package by its place from the root of the workspace. */
export interface PackageLock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export function readPackageLock(workspace: string): PackageLock {
  return JSON.parse(readFileSync(path.join(workspace, 'package-lock.json'), 'utf8')) as PackageLock;
}

/** The name of the package that is installed in a place. */
export function nameAt({ packages }: PackageLock, place: string): string {
  return packages[place]?.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
