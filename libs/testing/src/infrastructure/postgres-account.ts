import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Who runs Postgres. The server refuses to run as root, so root hands it to the system user `postgres`. */
export type PostgresAccount =
  | { readonly kind: 'self' }
  | { readonly kind: 'other'; readonly uid: number; readonly gid: number; readonly foldersAreClosed: boolean };

/** This user; for root the user `postgres`, created if absent. */
export async function postgresAccount(
  folders: readonly string[],
  log: (line: string) => void,
): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  const ids = (await idsOfPostgres()) ?? (await createPostgresUser(log));
  const closed = await firstClosedFolder(folders, ids);
  if (closed !== undefined) log(`${closed} is closed to the user postgres: the server gets the right to pass through`);
  return { kind: 'other', ...ids, foldersAreClosed: closed !== undefined };
}

export interface RunAs {
  readonly command: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * The command as that account. Below a closed folder (a checkout in /root) the user postgres could not even reach its
 * own data; instead of opening a user's folder, the process keeps the one capability to pass through.
 */
export function runAs(account: PostgresAccount, command: string, args: readonly string[]): RunAs {
  if (account.kind === 'self') return { command, args };
  const { uid, gid } = account;
  if (!account.foldersAreClosed) return { command, args, uid, gid };
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  // The secure bit lets access(2) respect the capability, too: with it Postgres looks for its own executable.
  const capability = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return { command: 'setpriv', args: [...user, ...capability, command, ...args] };
}

type Ids = { readonly uid: number; readonly gid: number };

async function idsOfPostgres(): Promise<Ids | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createPostgresUser(log: (line: string) => void): Promise<Ids> {
  log('Postgres does not run as root: creating the system user postgres');
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  } catch (cause) {
    throw new Error('Postgres does not run as root and the user postgres could not be created (useradd).', { cause });
  }
  const ids = await idsOfPostgres();
  if (ids === undefined) throw new Error('The user postgres was created but cannot be found.');
  return ids;
}

async function firstClosedFolder(folders: readonly string[], ids: Ids): Promise<string | undefined> {
  for (const folder of folders.flatMap(withAncestors)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === ids.uid ? 0o100 : gid === ids.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
  }
  return undefined;
}

function withAncestors(folder: string): string[] {
  const path = resolve(folder);
  const parent = dirname(path);
  return parent === path ? [path] : [...withAncestors(parent), path];
}
