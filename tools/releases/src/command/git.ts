import { outputOf } from './run-program.ts';

/** Runs git in a folder; gives what it printed. */
export function git(folder: string, ...args: readonly string[]): Promise<string> {
  return outputOf(folder, 'git', args);
}

/** What differs from the last commit, files that git does not know among it: empty when nothing does. */
export async function changesIn(folder: string): Promise<readonly string[]> {
  const status = await git(folder, 'status', '--porcelain');
  return status.split('\n').filter((line) => line !== '');
}

export async function hasTag(folder: string, tag: string): Promise<boolean> {
  return (await git(folder, 'tag', '--list', tag)) !== '';
}
