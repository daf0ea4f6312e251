import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const project = join(import.meta.dirname, '..', '..');
const requirements = join(project, 'requirements.txt');
const tools = join(project, '..', '..', '.data', 'tools');

/**
 * Runs schemathesis with a configuration file and arguments; gives its exit code: 1 when it found something, which is shown. What it prints goes
 * to a file otherwise: its closing line reads like that of a test runner which has counted nothing.
 */
export async function schemathesis(
  configuration: string,
  args: readonly string[],
  output: string,
  say: (text: string) => void,
): Promise<number> {
  const home = await installed(say);
  // It leaves its own folder behind where it runs.
  const cwd = dirname(configuration);
  const code = await python(
    ['-m', 'schemathesis.cli', '--config-file', configuration, ...args],
    {
      PYTHONPATH: home,
      // What it makes up must not hang on the order in which Python happens to keep things.
      PYTHONHASHSEED: '0',
      PYTHONDONTWRITEBYTECODE: '1',
    },
    { cwd, output },
  );
  if (code !== 0) say(await readFile(output, 'utf8'));
  return code;
}

/** Fetched from PyPI once per version, into a separate folder; pip refuses what has another checksum than the repository says. */
async function installed(say: (text: string) => void): Promise<string> {
  const hash = createHash('sha256').update(await readFile(requirements));
  const home = join(tools, `schemathesis-${hash.digest('hex').slice(0, 16)}`);
  const isThere = await access(home).then(
    () => true,
    () => false,
  );
  if (isThere) return home;
  say('fetching schemathesis from PyPI, once (25 MB)');
  const unfinished = `${home}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  const options = ['--quiet', '--require-hashes', '--only-binary=:all:', '--no-warn-script-location'];
  const quiet = { PIP_ROOT_USER_ACTION: 'ignore', PIP_DISABLE_PIP_VERSION_CHECK: '1' };
  const code = await python(
    ['-m', 'pip', 'install', ...options, '--target', unfinished, '--requirement', requirements],
    quiet,
  );
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Error(
      'schemathesis could not be installed: it needs Python 3.11 or newer with pip (apt-get install python3-pip).',
    );
  }
  await rename(unfinished, home).catch(async (error: unknown) => {
    // Another run was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    await rm(unfinished, { recursive: true, force: true });
  });
  return home;
}

function python(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { cwd = project, output }: { readonly cwd?: string; readonly output?: string } = {},
): Promise<number> {
  const to = output === undefined ? 'inherit' : openSync(output, 'w');
  const child = spawn('python3', args, { cwd, stdio: ['ignore', to, to], env: { ...process.env, ...environment } });
  if (typeof to === 'number') closeSync(to);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
