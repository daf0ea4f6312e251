import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { run } from './run.ts';

/** What knows which changes of an API break its clients. Go checks what it downloads against its public log of checksums. */
const MODULE = 'github.com/oasdiff/oasdiff';
const VERSION = 'v1.31.0';

/** Installs oasdiff, unless it is there; returns its file. */
export async function installComparison(folder: string, log: (line: string) => void): Promise<string> {
  const home = path.join(folder, `oasdiff-${VERSION}`);
  const file = path.join(home, 'oasdiff');
  if (await exists(file)) return file;
  log(`openapi: installing oasdiff ${VERSION}, once …`);
  await mkdir(home, { recursive: true });
  try {
    await run('go', ['install', `${MODULE}@${VERSION}`], { env: { GOBIN: home, GOFLAGS: '' } });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(
      'Go is needed to compare API documents. Install it (https://go.dev/dl, or apt-get install golang-go).',
      { cause: error },
    );
  }
  return file;
}

/**
 * What would break a client of the first document when the service speaks the second; empty when nothing would. Warnings count: a parameter
 * that is gone is one, and here it would be answered 400.
 */
export async function incompatibleChanges(oasdiff: string, released: string, current: string): Promise<string> {
  const { code, output } = await run(
    oasdiff,
    ['breaking', released, current, '--fail-on', 'WARN', '--color', 'never'],
    {
      answers: [0, 1],
    },
  );
  return code === 0 ? '' : output.trim();
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
