import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface TestProject {
  readonly name: string;
  /** From the root of the workspace, e.g. `libs/platform`. */
  readonly folder: string;
  /** From the root of the workspace, too: `*.spec.ts`, which start nothing; `*.int.spec.ts`; `*.e2e.spec.ts`. */
  readonly unitSpecs: readonly string[];
  readonly integrationSpecs: readonly string[];
  readonly endToEndSpecs: readonly string[];
}

/** Every project with a jest configuration, or those of them that are named. */
export function findProjects(workspace: string, wanted: readonly string[]): readonly TestProject[] {
  const all = globSync('{apps,libs,tools}/*/jest.config.ts', { cwd: workspace })
    .map((file) => readProject(workspace, path.dirname(file)))
    .sort((left, right) => left.folder.localeCompare(right.folder));
  const unknown = wanted.filter((name) => !all.some((project) => isCalled(project, name)));
  if (unknown.length > 0) {
    const names = all.map(({ name }) => name).join(', ');
    throw new Error(`no project is called ${unknown.join(' or ')}; there are: ${names}`);
  }
  return wanted.length === 0 ? all : all.filter((project) => wanted.some((name) => isCalled(project, name)));
}

function isCalled({ name, folder }: TestProject, wanted: string): boolean {
  return [name, folder, path.basename(folder)].includes(wanted.replace(/\/$/, ''));
}

function readProject(workspace: string, folder: string): TestProject {
  const { name } = JSON.parse(readFileSync(path.join(workspace, folder, 'project.json'), 'utf8')) as { name: string };
  const specs = globSync(`${folder}/**/*.spec.ts`, {
    cwd: workspace,
    exclude: (file) => ['node_modules', 'dist', 'compiled'].includes(path.basename(file)),
  }).sort();
  const integrationSpecs = specs.filter((file) => file.endsWith('.int.spec.ts'));
  const endToEndSpecs = specs.filter((file) => file.endsWith('.e2e.spec.ts'));
  const unitSpecs = specs.filter((file) => !/\.(int|e2e)\.spec\.ts$/.test(file));
  return { name, folder, integrationSpecs, endToEndSpecs, unitSpecs };
}
