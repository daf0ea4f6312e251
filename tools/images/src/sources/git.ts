import { execFile } from 'node:child_process';

/** Runs git in a repository; gives what it prints. */
export function git(workspace: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile('git', args, { cwd: workspace, maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`git ${args.join(' ')} failed:\n${`${stdout}\n${stderr}`.trim()}`, { cause: error }));
      else resolve(stdout);
    });
    // It may end before it has read: then its exit code says why.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/** What differs from the last commit, files that git does not know among it: a line of `git status` each. */
export async function changesIn(workspace: string): Promise<readonly string[]> {
  const status = await git(workspace, ['status', '--porcelain']);
  return status.split('\n').filter((line) => line !== '');
}
