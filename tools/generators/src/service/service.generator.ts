import { formatFiles, type Tree } from '@nx/devkit';
import { addFile, insertAfter } from '../edit.ts';
import { projectFiles } from './project-files.ts';
import { sourceFiles } from './source-files.ts';

export interface ServiceOptions {
  readonly name: string;
  readonly description: string;
}

/** `nx g tools:service`: a service that migrates, starts and is ready, and waits for its first slice. */
export default async function serviceGenerator(tree: Tree, { name, description }: ServiceOptions): Promise<() => void> {
  const root = `apps/${name}`;
  if (tree.exists(root)) throw new Error(`${root} is there already.`);
  const files = { ...projectFiles(tree, name, description), ...sourceFiles(tree, name, Date.now()) };
  for (const [file, content] of Object.entries(files)) addFile(tree, `${root}/${file}`, content);
  insertAfter(tree, 'tsconfig.json', '"references": [', `{ "path": "${root}/tsconfig.build.json" },`);
  fenceIn(tree, name);
  await formatFiles(tree);
  return () => console.log(nextSteps(name));
}

/** Other services may not import it; fixtures show that. */
function fenceIn(tree: Tree, name: string): void {
  insertAfter(tree, 'tools/lint/boundaries.mjs', 'const services = [', `'${name}', `);
  insertAfter(tree, 'tools/lint/lint-fixtures.int.spec.ts', 'const fixtureProjects = [\n  ...[', `'${name}', `);
  const fixture = `tools/lint/fixtures/boundary-scope-${name}`;
  const place = `// at: apps/${name}/src/fixture.ts\n`;
  const rule = '// refused by: @nx/enforce-module-boundaries\n';
  addFile(tree, `${fixture}.refused.ts`, `${place}${rule}import '@ci/fixture-of-gateway';\n`);
  addFile(tree, `${fixture}.allowed.ts`, `${place}import '@ci/fixture-of-${name}';\nimport '@ci/http';\n`);
}

function nextSteps(name: string): string {
  return `
apps/${name} migrates, starts and is ready. The next steps:
  1. npm install                          links it and writes package-lock.json
  2. npx nx run ${name}:config-docs       writes its variables into its README
  3. nx g tools:slice … --service ${name}   gives it something to do
  4. npm start knows it by libs/testing/src/system (services.ts, environments.ts), containers by docker/compose.yaml and docker/helm,
     the gateway by service-names.ts and public-routes.ts; parkingServices and consumedTopics of libs/contracts name who reads messages.`;
}
