/**
 * What runs before anything is installed: plain JavaScript, no dependencies, any Node from 20 on. Shared by `npm start`
 * and `npm test`.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

export const workspace = path.resolve(import.meta.dirname, '../..');

const modules = path.join(workspace, 'node_modules');
/** Of the patches that were applied when the packages were installed; npm keeps no record of them. */
const patchesMarker = path.join(modules, '.patches-hash');
const projectNode = path.join(modules, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const oldestNode = 20;

/** Installs what the lock file says, unless that has been done. `log` hears what happens, line by line. */
export async function ensureInstalled({ log = console.log } = {}) {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < oldestNode) throw new Error(`Node ${oldestNode} or newer is needed; this is ${process.version}.`);

  const lock = await readFile(path.join(workspace, 'package-lock.json'), 'utf8');
  const installed = await readIfThere(path.join(modules, '.package-lock.json'));
  const patches = await hashOfPatches();
  const patched = (await readIfThere(patchesMarker)) ?? patches;
  if (
    installed === undefined ||
    !existsSync(projectNode) ||
    !isInstalled(JSON.parse(lock), JSON.parse(installed)) ||
    patched !== patches
  ) {
    log('installing the packages of package-lock.json (npm ci; the first time takes a minute or two) …');
    await run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], { NX_DAEMON: 'false' });
    log('packages installed');
  }
  await writeFile(patchesMarker, patches);
}

async function hashOfPatches() {
  const hash = createHash('sha256');
  const folder = path.join(workspace, 'patches');
  for (const file of (await readdir(folder)).sort()) hash.update(file).update(await readFile(path.join(folder, file)));
  return hash.digest('hex');
}

/** Builds every project, or the named ones and what they need, unless it has not changed since it was last built. */
export async function build({ projects = [], log = console.log } = {}) {
  log('building what has changed (all of it the first time) …');
  const nx = path.join(modules, 'nx/dist/bin/nx.js');
  const selection = projects.length === 0 ? [] : ['-p', ...projects];
  const args = [nx, 'run-many', '-t', 'build', ...selection, '--outputStyle=static'];
  const { code, output } = await captured(spawn(projectNode, args, { cwd: workspace, env: withTools() }));
  if (code !== 0) throw new Error(`${output}\nThe build failed.`);
}

/**
 * Runs a script of this repository under the Node version that the lock file pins. With `sources` it may be TypeScript
 * without decorators, and libraries are read from their sources; without, everything must have been built. Resolves with
 * the exit code.
 */
export function runUnderProjectNode(script, args, { sources = true } = {}) {
  const flags = ['--disable-warning=ExperimentalWarning', ...(sources ? ['--conditions=@ci/source'] : [])];
  const child = spawn(projectNode, [...flags, path.join(workspace, script), ...args], {
    stdio: 'inherit',
    env: withTools(),
  });
  return exitCodeOf(child);
}

/** The project's own Node and tools come first, for every caller. */
function withTools() {
  return { ...process.env, PATH: `${path.join(modules, '.bin')}${path.delimiter}${process.env.PATH ?? ''}` };
}

/**
 * Whether node_modules holds what the lock file names, by the lock file that npm keeps of what it has really put there; so a developer's own
 * `npm install` counts as well. Projects of this repository are links, which have no version.
 */
export function isInstalled(lock, installed) {
  return Object.entries(lock.packages).every(([place, wanted]) => {
    if (!/(^|\/)node_modules\//.test(place) || wanted.optional || wanted.peer) return true;
    const there = installed.packages[place];
    return there !== undefined && there.version === wanted.version;
  });
}

async function run(command, args, environment) {
  // On Windows npm is a script, which only a shell can start.
  const options = {
    cwd: workspace,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...environment },
  };
  const code = await exitCodeOf(spawn(command, args, options));
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with exit code ${code}.`);
}

/** A signal from the terminal reaches the child directly; one that was sent to this process alone is forwarded. */
function exitCodeOf(child) {
  const ignore = () => {};
  const forward = () => child.kill('SIGTERM');
  process.on('SIGINT', ignore).on('SIGTERM', forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  }).finally(() => process.off('SIGINT', ignore).off('SIGTERM', forward));
}

async function captured(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { code: await exitCodeOf(child), output };
}

async function readIfThere(file) {
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}
