import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MissingPrerequisite } from './missing-prerequisite.ts';

const run = promisify(execFile);

/** Runs Python, to fetch something from PyPI or to unpack it. `what` is what is fetched, for the message of a machine without it. */
export async function python(args: readonly string[], what: string): Promise<void> {
  try {
    await run('python3', args, { timeout: 300_000, env: process.env });
  } catch (cause) {
    const failure = cause as NodeJS.ErrnoException & { stderr?: string };
    if (failure.code === 'ENOENT' || failure.stderr?.includes('No module named pip') === true) {
      throw new MissingPrerequisite(
        `Python with pip is missing (it fetches ${what} once). On Debian or Ubuntu: apt-get install python3-pip`,
        { cause },
      );
    }
    throw new Error(`${what} could not be fetched:\n${(failure.stderr ?? '').slice(-2000)}`, { cause });
  }
}
