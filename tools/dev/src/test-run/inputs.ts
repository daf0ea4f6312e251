import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from './projects.ts';

const run = promisify(execFile);

/** Of a project's tests, a hash of all that their results can depend on. */
export type KeyOf = (project: Pick<TestProject, 'name' | 'folder'>) => string;

/** Folders of the projects that a project depends on, however deep. */
export type Dependencies = (project: string) => readonly string[];

/**
 * A project's tests depend on its files, on the projects that it depends on, on `libs/testing` and on the files at the root. A literal path that
 * leads out of the project adds the folder it leads to; one that leads to the root, or out of the workspace, adds every file.
 */
export async function readInputs(
  workspace: string,
  environment: readonly string[],
  dependencies: Dependencies,
): Promise<KeyOf> {
  const files = await filesOf(workspace);
  const groups = Map.groupBy(files, groupOf);
  const hashOfGroup = remembered((group: string) =>
    sha256((groups.get(group) ?? []).map((file) => `${file} ${sha256(contentOf(path.join(workspace, file)))}`)),
  );
  const key = remembered((folder: string, name: string) => {
    const sources = (groups.get(folder) ?? []).filter((file) => /\.([mc]?[jt]s|tsx)$/.test(file));
    const outside = sources.flatMap((file) =>
      groupsOutside(folder, file, contentOf(path.join(workspace, file)).toString()),
    );
    const wanted = outside.includes(EVERYTHING)
      ? [...groups.keys()]
      : [folder, 'libs/testing', ROOT, ...dependencies(name), ...outside];
    const hashes = [...new Set(wanted)].sort().map((group) => `${group} ${hashOfGroup(group)}`);
    return sha256([process.version, process.platform, ...environment, ...hashes]);
  });
  return ({ folder, name }) => key(folder, name);
}

/** The files at the root of the workspace. */
const ROOT = '.';
const EVERYTHING = '*';

/** `libs/platform`, `docs`, or the root. */
function groupOf(file: string): string {
  const [top = '', second] = file.split('/');
  if (second === undefined) return ROOT;
  return ['apps', 'libs', 'tools'].includes(top) ? `${top}/${second}` : top;
}

/** Groups that literal paths in a file of a project lead to. */
export function groupsOutside(folder: string, file: string, text: string): readonly string[] {
  return [...text.matchAll(/['"`]((?:\.\.\/)*\.\.(?:\/[^'"`\n$]*)?)/g)]
    .map(([, literal = '']) => path.posix.join(path.posix.dirname(file), literal).replace(/\/$/, ''))
    .filter((target) => target !== folder && !target.startsWith(`${folder}/`))
    .map((target) => (/^(\.{1,2}|apps|libs|tools)$|^\.\.\//.test(target) ? EVERYTHING : groupOf(target)));
}

/** Tracked, or neither tracked nor ignored. */
async function filesOf(workspace: string): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', args, { cwd: workspace, maxBuffer: 64 * 1024 * 1024 });
  return [...new Set(stdout.split('\0').filter((file) => file !== ''))].sort();
}

/** As Nx knows them. */
export async function readDependencies(workspace: string): Promise<Dependencies> {
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  const { stdout } = await run('nx', ['graph', '--print'], { cwd: workspace, env, maxBuffer: 64 * 1024 * 1024 });
  const { graph } = JSON.parse(stdout) as {
    graph: {
      nodes: Record<string, { data: { root: string } }>;
      dependencies: Record<string, readonly { target: string }[]>;
    };
  };
  return (project) => {
    const reached = new Set<string>();
    const reach = (name: string): void => {
      const targets = (graph.dependencies[name] ?? []).map(({ target }) => target);
      for (const target of targets.filter((one) => graph.nodes[one] !== undefined && !reached.has(one))) {
        reached.add(target);
        reach(target);
      }
    };
    reach(project);
    return [...reached].map((name) => graph.nodes[name]?.data.root ?? name);
  };
}

/** Nothing, for one that was deleted and is not committed yet. */
const contentOf = (file: string): Buffer => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0));

function sha256(parts: Buffer | readonly string[]): string {
  return createHash('sha256')
    .update(Buffer.isBuffer(parts) ? parts : parts.join('\n'))
    .digest('hex');
}

function remembered<Rest extends readonly string[]>(
  compute: (first: string, ...rest: Rest) => string,
): (first: string, ...rest: Rest) => string {
  const known = new Map<string, string>();
  return (first, ...rest) => {
    const value = known.get(first) ?? compute(first, ...rest);
    known.set(first, value);
    return value;
  };
}
