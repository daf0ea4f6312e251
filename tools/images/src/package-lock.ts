import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What of an entry of package-lock.json says what a package needs. */
export interface LockedPackage {
  /** Of a link: the folder that it leads to. */
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
