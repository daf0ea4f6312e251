import { MissingPrerequisite, preparedOnce, python } from '@ci/testing';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '..', '..', '..', '..');
const here = import.meta.dirname;
export const documentation = path.join(root, 'docs', 'webhooks.md');
/** What docs/webhooks.md shows. */
const samples = path.join(root, 'docs', 'samples', 'webhooks');

export interface Language {
  /** Of the receiver that the documentation shows. */
  readonly extension: string;
  /** How the documentation says that its library is got. */
  readonly install: string;
  /** Files beside this one that say which library. */
  readonly pins: readonly string[];
  readonly prepare: (folder: string, code: string) => Promise<void>;
  readonly start: (folder: string, env: NodeJS.ProcessEnv) => ChildProcess;
}

export const languages: Readonly<Record<'TypeScript' | 'Python' | 'Go', Language>> = {
  // Below the repository, so that it finds the library where npm has put it.
  TypeScript: {
    extension: 'ts',
    install: 'npm install standardwebhooks@1.1.1',
    pins: [],
    prepare: async (folder, code) => writeFile(path.join(folder, 'receiver.ts'), code),
    start: (folder, env) => spawn(process.execPath, [path.join(folder, 'receiver.ts')], { env }),
  },
  Python: {
    extension: 'py',
    install: 'pip install standardwebhooks==1.1.0',
    pins: ['requirements.txt'],
    prepare: async (folder, code) => {
      const requirements = path.join(here, 'requirements.txt');
      const options = ['--quiet', '--no-deps', '--only-binary=:all:', '--require-hashes', '--dest', folder];
      await python(['-m', 'pip', 'download', ...options, '--requirement', requirements], 'standardwebhooks');
      const [wheel = ''] = (await readdir(folder)).filter((name) => name.endsWith('.whl'));
      await python(['-m', 'zipfile', '--extract', path.join(folder, wheel), path.join(folder, 'site')], wheel);
      await writeFile(path.join(folder, 'receiver.py'), code);
    },
    start: (folder, env) =>
      spawn('python3', [path.join(folder, 'receiver.py')], { env: { ...env, PYTHONPATH: path.join(folder, 'site') } }),
  },
  Go: {
    extension: 'go',
    install: 'go get github.com/standard-webhooks/standard-webhooks/libraries@v0.0.1',
    pins: ['go.mod', 'go.sum'],
    prepare: async (folder, code) => {
      for (const file of ['go.mod', 'go.sum']) await cp(path.join(here, file), path.join(folder, file));
      await writeFile(path.join(folder, 'main.go'), code);
      await build(folder);
    },
    start: (folder, env) => spawn(path.join(folder, 'receiver'), [], { env }),
  },
};

/** The folder of a receiver, made of the file that the documentation shows; once for each code and library. */
export async function preparedReceiver(language: Language): Promise<string> {
  const code = await readFile(path.join(samples, `receiver.${language.extension}`), 'utf8');
  const hash = createHash('sha256').update(code);
  for (const file of language.pins) hash.update(await readFile(path.join(here, file)));
  const name = `webhook-receiver-${language.extension}-${hash.digest('hex').slice(0, 16)}`;
  return preparedOnce(path.join(root, '.data', 'tools', name), (folder) => language.prepare(folder, code));
}

async function build(folder: string): Promise<void> {
  const env = { ...process.env, GOFLAGS: '-mod=readonly', CGO_ENABLED: '0' };
  try {
    await run('go', ['build', '-o', 'receiver', '.'], { cwd: folder, env, timeout: 300_000 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new MissingPrerequisite(
      'Go is missing (it builds docs/samples/webhooks/receiver.go). See https://go.dev/dl',
      {
        cause,
      },
    );
  }
}
