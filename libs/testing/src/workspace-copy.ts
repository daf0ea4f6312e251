import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A copy of this workspace that a test may change: a separate git repository, with the packages that are installed here. */
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

/**
 * Copies the sources of this workspace; with `built` also what is built here, so that a build there has little to do. Its own packages
 * (`@ci/…`) resolve to the copy, all others to what is installed here.
 */
export async function copyWorkspace({ built = false } = {}): Promise<WorkspaceCopy> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'workspace-copy-')));
  const run = (command: string, args: readonly string[]) => runIn(folder, command, args);
  const git = (...args: string[]) => run('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args]);
  const commit = async (message: string): Promise<void> => {
    await git('add', '--all');
    await git('commit', '--quiet', '--no-verify', `--message=${message}`);
  };
  const filter = (source: string): boolean => !leftOut.has(path.basename(source)) || (built && isBuilt(source));
  await cp(origin, folder, { recursive: true, preserveTimestamps: true, filter });
  await linkPackages(folder);
  await linkOwnVersions(folder);
  await git('init', '--quiet', '--initial-branch=main');
  await commit('as it is');
  return { folder, run, commit, remove: () => rm(folder, { recursive: true, force: true }) };
}

function isBuilt(source: string): boolean {
  return ['dist', 'compiled'].includes(path.basename(source));
}

/** What npm has linked here are the workspace's own packages: there, they are the copy's. */
async function linkPackages(folder: string, scope = 'node_modules'): Promise<void> {
  await mkdir(path.join(folder, scope), { recursive: true });
  for (const entry of await readdir(path.join(origin, scope), { withFileTypes: true })) {
    const place = path.join(scope, entry.name);
    if (entry.name === '@ci') await linkPackages(folder, place);
    else
      await symlink(
        entry.isSymbolicLink() ? await ownPackage(folder, place) : path.join(origin, place),
        path.join(folder, place),
      );
  }
}

/** Packages that a workspace has in another version than the rest. */
async function linkOwnVersions(folder: string): Promise<void> {
  for (const place of globSync('{apps,libs,tools}/*/node_modules', { cwd: origin })) {
    await symlink(path.join(origin, place), path.join(folder, place));
  }
}

async function ownPackage(folder: string, place: string): Promise<string> {
  return path.join(folder, path.relative(await realpath(origin), await realpath(path.join(origin, place))));
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
