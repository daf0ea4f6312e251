import { createHash } from 'node:crypto';
import type { PackageLock } from '../package-lock.ts';
import { productionClosure } from '../production-closure.ts';
import { alsoServed, type Service } from '../services.ts';
import type { Snapshot } from './snapshot.ts';

/** Of a project what is built: neither tests nor what is read by tools. */
const builtOfProject = /^(?:src\/|site\/|models\/|index\.html$|vite\.config\.mjs$|tsconfig\.build\.json$)/;
const builtOfRepository = /^(?:docker\/(?:service\.Dockerfile|healthcheck\.mjs)|tsconfig\.base\.json|patches\/.+)$/;

/**
 * What a service's image would hold of these files: its sources, those of its libraries, and the packages that they run with, as lines. Tests
 * and its own versions do not count: two images of the same lines do the same, whatever they are called.
 */
export async function imageSources(snapshot: Snapshot, service: Service): Promise<readonly string[]> {
  const lock = JSON.parse((await snapshot.read('package-lock.json')) ?? '{"packages":{}}') as PackageLock;
  const served = (alsoServed[service] ?? []).map((place) => place.split('/').slice(0, 2).join('/'));
  // A release from before the gateway served a project does not know it.
  const held = served.filter((project) => project in lock.packages);
  const closures = [`apps/${service}`, ...held].map((project) => productionClosure(lock, project));
  const projects = [...new Set(closures.flatMap((closure) => closure.projects))];
  const packages = new Set(closures.flatMap((closure) => closure.packages));
  const files = [...(await snapshot.files())].filter(
    ([file]) => builtOfRepository.test(file) || projects.some((project) => isBuiltOf(project, file)),
  );
  return [
    ...files.map(([file, hash]) => `${file} ${hash}`),
    ...[...packages].map(
      (place) => `${place} ${lock.packages[place]?.version ?? ''} ${lock.packages[place]?.integrity ?? ''}`,
    ),
    ...(await Promise.all(projects.map((project) => manifestOf(snapshot, project)))),
  ].toSorted();
}

/** One word for all of it. */
export function digestOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

function isBuiltOf(project: string, file: string): boolean {
  if (!file.startsWith(`${project}/`) || file.endsWith('.spec.ts')) return false;
  return builtOfProject.test(file.slice(project.length + 1));
}

/** package.json without the version: a release changes that and nothing else. */
async function manifestOf(snapshot: Snapshot, project: string): Promise<string> {
  const file = `${project}/package.json`;
  const { version: _version, ...rest } = JSON.parse((await snapshot.read(file)) ?? '{}') as Record<string, unknown>;
  return `${file} ${JSON.stringify(rest)}`;
}
