import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { linkedCopy } from './linked-copy.ts';
import { readPackageLock } from './package-lock.ts';
import { productionClosure, type ProductionClosure } from './production-closure.ts';
import { alsoServed, type Service } from './services.ts';

export interface ContextOptions {
  /** The repository's root, installed and built. */
  readonly workspace: string;
  /** Is made from scratch. */
  readonly folder: string;
  readonly service: Service;
  /** The processor of the image, as Node names it. Default: this machine's. */
  readonly arch?: string;
}

/**
 * Puts what docker/service.Dockerfile copies into a folder: the service and its libraries as they were built, and the packages that they run with as
 * they are installed here, patches included. So the image holds what was tested, and nothing is fetched while it is built.
 */
export function makeImageContext(options: ContextOptions): ProductionClosure {
  const { workspace, folder, service, arch = process.arch } = options;
  const closure = productionClosure(readPackageLock(workspace), `apps/${service}`);
  rmSync(folder, { recursive: true, force: true });
  // Docker copies these whether or not there is anything in them.
  for (const name of ['apps', 'libs', 'tools', 'node_modules/@ci'])
    mkdirSync(path.join(folder, name), { recursive: true });

  for (const place of closure.packages) {
    linkedCopy(path.join(workspace, place), path.join(folder, place), (file) => !isNeeded(file, arch));
  }
  for (const project of closure.projects) copyProject(workspace, folder, project);
  for (const place of alsoServed[service] ?? []) copyBuilt(workspace, folder, place);
  copyBuilt(workspace, folder, 'docker/healthcheck.mjs');
  return closure;
}

/** Packages inside a package have separate places. TypeScript and source maps are read by tools, other systems' binaries by nothing. */
function isNeeded(file: string, arch: string): boolean {
  if (file === 'node_modules' || /\.(?:[cm]?ts|tsx|map|tsbuildinfo)$/.test(file)) return false;
  const [, system, processor] = /^bin\/napi-v\d+\/([^/]+)(?:\/([^/]+))?/.exec(file) ?? [];
  return system === undefined || (system === 'linux' && (processor === undefined || processor === arch));
}

/** A project of the workspace, under its name: its package.json, and of its folders what `files` there names; `dist` unless it says so. */
function copyProject(workspace: string, folder: string, project: string): void {
  const manifest = path.join(project, 'package.json');
  const { name, files = ['dist'] } = JSON.parse(readFileSync(path.join(workspace, manifest), 'utf8')) as {
    readonly name: string;
    readonly files?: readonly string[];
  };
  for (const place of ['package.json', ...files]) copyBuilt(workspace, folder, path.join(project, place));
  if (project.startsWith('libs/')) symlinkSync(path.join('..', '..', project), path.join(folder, 'node_modules', name));
}

function copyBuilt(workspace: string, folder: string, place: string): void {
  const from = path.join(workspace, place);
  if (!existsSync(from)) throw new Error(`${place} is not there. Build it with: npm run build`);
  linkedCopy(from, path.join(folder, place), (file) => /\.(?:d\.ts|tsbuildinfo)$/.test(file));
}
