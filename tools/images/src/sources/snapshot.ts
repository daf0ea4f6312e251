import { existsSync, lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { git } from './git.ts';

/** The files of the repository at one moment; links are left out. Paths are from its root. */
export interface Snapshot {
  /** What git calls each file's content, by path. */
  files(): Promise<ReadonlyMap<string, string>>;
  /** A file's text; undefined when there is no such file. */
  read(file: string): Promise<string | undefined>;
}

/** As they were committed. Fails when the clone does not hold the commit. */
export async function atCommit(workspace: string, commit: string): Promise<Snapshot> {
  await git(workspace, ['cat-file', '-e', `${commit}^{commit}`]).catch((cause: unknown) => {
    throw new Error(`this clone does not hold the commit ${commit}. Fetch it with: git fetch --unshallow`, { cause });
  });
  const listing = await git(workspace, ['ls-tree', '-r', '-z', commit]);
  const files = new Map(entriesOf(listing).flatMap((line) => treeEntry(line)));
  return {
    files: () => Promise.resolve(files),
    read: async (file) => (files.has(file) ? git(workspace, ['cat-file', 'blob', `${commit}:${file}`]) : undefined),
  };
}

/** As they lie here when they are first asked for, committed or not; what git ignores is left out. */
export function workingTree(workspace: string): Snapshot {
  let files: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    files: () => (files ??= filesIn(workspace)),
    read: (file) => {
      const place = path.join(workspace, file);
      return Promise.resolve(existsSync(place) ? readFileSync(place, 'utf8') : undefined);
    },
  };
}

async function filesIn(workspace: string): Promise<ReadonlyMap<string, string>> {
  const listing = await git(workspace, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  const there = [...new Set(entriesOf(listing))].filter((file) => isFile(path.join(workspace, file)));
  const hashed = await git(workspace, ['hash-object', '--stdin-paths'], there.map((file) => `${file}\n`).join(''));
  const hashes = hashed.trim().split('\n');
  return new Map(there.map((file, index) => [file, hashes[index] ?? '']));
}

const entriesOf = (listing: string): readonly string[] => listing.split('\0').filter((entry) => entry !== '');

/** `100644 blob 9daeaf…\tREADME.md`; links are 120000. */
function treeEntry(line: string): readonly (readonly [file: string, hash: string])[] {
  const [about = '', file = ''] = line.split('\t');
  const [mode = '', , hash = ''] = about.split(' ');
  return mode.startsWith('100') ? [[file, hash]] : [];
}

function isFile(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isFile() === true;
}
