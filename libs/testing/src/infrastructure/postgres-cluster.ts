import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runAs, type PostgresAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { commandLineOf } from './running-process.ts';

const run = promisify(execFile);
const majorVersion = '18';

export interface Cluster {
  readonly folder: string;
  readonly password: string;
}

interface ClusterOptions {
  readonly dataDir: string;
  readonly binaries: PostgresBinaries;
  readonly account: PostgresAccount;
  readonly log: (line: string) => void;
}

/** The database cluster below the data folder: the one that is there, or a new one. Existing data is never deleted. */
export async function prepareCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = join(options.dataDir, 'pgdata');
  const passwordFile = join(options.dataDir, 'superuser-password');
  if (existsSync(folder)) {
    await checkVersion(folder);
    await disarmStalePostmasterFile(folder);
  } else {
    options.log('creating the Postgres cluster');
    await writeFile(passwordFile, randomBytes(18).toString('hex'), { mode: 0o600 });
    await own(passwordFile, options.account);
    await initialise(folder, passwordFile, options);
  }
  return { folder, password: (await readFile(passwordFile, 'utf8')).trim() };
}

/** initdb works in a folder beside the final one and is renamed when complete: a half-made cluster is never taken for data. */
async function initialise(folder: string, passwordFile: string, options: ClusterOptions): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await chmod(options.dataDir, 0o755);
  await mkdir(unfinished, { mode: 0o700 });
  await own(unfinished, options.account);
  const { command, args, ...identity } = runAs(options.account, options.binaries.initdb, [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // Independent of the locales this machine happens to have.
    '--lc-messages=C',
    '--locale=C.UTF-8',
    '--encoding=UTF8',
    '--no-sync',
  ]);
  try {
    await run(command, args, { ...identity, cwd: '/' });
  } catch (cause) {
    throw new Error(`initdb failed for ${folder}: ${(cause as { stderr?: string }).stderr ?? ''}`, { cause });
  }
  await rename(unfinished, folder);
}

async function checkVersion(folder: string): Promise<void> {
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === majorVersion) return;
  const found = version === '' ? 'is not a complete Postgres cluster' : `belongs to Postgres ${version}`;
  const held = (await readdir(folder)).length;
  throw new Error(
    `${folder} (${held} entries) ${found}, not ${majorVersion}. Move it away to start with an empty one.`,
  );
}

/**
 * After a crash postmaster.pid stays. Postgres refuses to start while that process id exists, also as a zombie that no parent
 * collects, or as another process of the same user (the rule in a restarted container). Then the file is made to name this
 * process: Postgres knows that its own parent cannot be a postmaster, takes the file for stale, and still makes its other
 * check, that no backend of the dead server is left in shared memory. For that check the file must not simply be deleted.
 */
async function disarmStalePostmasterFile(folder: string): Promise<void> {
  const path = join(folder, 'postmaster.pid');
  const content = await readFile(path, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  const [pid, ...rest] = content.split('\n');
  if (commandLineOf(Number(pid))?.includes(folder)) return; // alive: Postgres reports that to a second start
  if (content.trim() === '') await rm(path);
  else await writeFile(path, [process.pid, ...rest].join('\n'));
}

async function own(path: string, account: PostgresAccount): Promise<void> {
  if (account.kind === 'other') await chown(path, account.uid, account.gid);
}
