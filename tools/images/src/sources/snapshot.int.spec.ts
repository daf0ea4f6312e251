import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { git } from './git.ts';
import { atCommit, workingTree } from './snapshot.ts';

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'snapshot-'));
  await git(folder, ['init', '--quiet']);
  write('.gitignore', 'ignored');
  write('a b.txt', 'one');
  write('gone.txt', 'gone');
  symlinkSync(tmpdir(), path.join(folder, 'link'));
  await git(folder, ['add', '--all']);
  await git(folder, ['-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'first']);
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);
const committed = async () => atCommit(folder, (await git(folder, ['rev-parse', 'HEAD'])).trim());

it('what nobody has changed is the same at the commit and here', async () => {
  expect(await workingTree(folder).files()).toEqual(await (await committed()).files());
});

it('what is changed, new, deleted or ignored is seen here, and not at the commit', async () => {
  write('a b.txt', 'two');
  write('new.txt', 'new');
  write('ignored', 'ignored');
  rmSync(path.join(folder, 'gone.txt'));
  const [before, now] = [await committed(), workingTree(folder)];
  expect([...(await now.files()).keys()].toSorted()).toEqual(['.gitignore', 'a b.txt', 'new.txt']);
  expect([...(await before.files()).keys()]).toEqual(['.gitignore', 'a b.txt', 'gone.txt']);
  expect([await before.read('a b.txt'), await now.read('a b.txt')]).toEqual(['one', 'two']);
  expect([await before.read('new.txt'), await now.read('gone.txt')]).toEqual([undefined, undefined]);
});

it('a commit that the clone does not hold is told', async () => {
  const commit = 'a'.repeat(40);
  await expect(atCommit(folder, commit)).rejects.toThrow(`this clone does not hold the commit ${commit}`);
});
