import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A copy of this workspace that a test may change: a git repository of its own, with the packages that are installed here. */
export interface WorkspaceCopy {
  readonly folder: string;
  /** Runs a command in it, with the workspace's own tools first; throws with all of its output when it fails. */
  run(command: string, args: readonly string[]): Promise<string>;
  /** Commits all that differs. */
  commit(message: string): Promise<void>;
  remove(): Promise<void>;
}

const origin = path.resolve(import.meta.dirname, '../../..');
/** What is built, fetched or started; and models, which are large and no source. */
const leftOut = new Set(['node_modules', 'dist', 'coverage', '.git', '.nx', '.data', 'models']);

/** Copies the sources of this workspace. Its own packages (`@ci/…`) resolve to the copy, all others to what is installed here. */
export async function copyWorkspace(): Promise<WorkspaceCopy> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'workspace-copy-')));
  const run = (command: string, args: readonly string[]) => runIn(folder, command, args);
  const git = (...args: string[]) => run('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args]);
  const commit = async (message: string): Promise<void> => {
    await git('add', '--all');
    await git('commit', '--quiet', '--no-verify', `--message=${message}`);
  };
  await cp(origin, folder, { recursive: true, filter: (source) => !leftOut.has(path.basename(source)) });
  await linkPackages(folder);
  await git('init', '--quiet', '--initial-branch=main');
  await commit('as it is');
  return { folder, run, commit, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [path.join(origin, 'node_modules'), path.join(folder, 'node_modules')];
  await mkdir(path.join(to, '@ci'), { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== '@ci') await symlink(path.join(from, name), path.join(to, name));
  }
  for (const kind of ['libs', 'apps', 'tools']) await linkWorkspaces(folder, kind, path.join(to, '@ci'));
}

/** As npm does for workspaces, whose packages here are all called after their folder or after `tools-` and their folder. */
async function linkWorkspaces(folder: string, kind: string, scope: string): Promise<void> {
  for (const name of await readdir(path.join(folder, kind))) {
    await symlink(path.join(folder, kind, name), path.join(scope, kind === 'tools' ? `tools-${name}` : name));
  }
}

function runIn(folder: string, command: string, args: readonly string[]): Promise<string> {
  const { NX_WORKSPACE_ROOT_PATH: _root, NODE_OPTIONS: _options, ...inherited } = process.env;
  const env = {
    ...inherited,
    PATH: `${path.join(origin, 'node_modules', '.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
    NX_DAEMON: 'false',
    NX_TUI: 'false',
    FORCE_COLOR: '0',
  };
  const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
}
