import { formatFiles, type Tree } from '@nx/devkit';
import { addFile, addImport, contentOf, insertAfter, insertBefore } from '../edit.ts';
import { addGoldenFile } from '../golden-file.ts';
import { domainFiles, storedExample } from './domain-files.ts';
import { requestFiles } from './request-files.ts';
import { sliceNames, type SliceNames } from './slice-names.ts';

export interface SliceOptions {
  readonly name: string;
  readonly service: string;
  readonly done: string;
}

const boundaries = 'tools/lint/boundaries.mjs';
const fixtures = 'tools/lint/fixtures';

/** `nx g tools:slice`: a stream of the service's own, and the request that runs its first command. */
export default async function sliceGenerator(tree: Tree, options: SliceOptions): Promise<() => void> {
  const names = sliceNames(options);
  assertPossible(tree, names);
  for (const [file, content] of Object.entries({
    ...domainFiles(names),
    ...requestFiles(names),
  })) {
    addFile(tree, `${names.root}/${file}`, content);
  }
  addGoldenFile(tree, `${names.root}/golden-events/${names.noun}`, `${names.Event}.v1`, storedExample(names));
  register(tree, names);
  keepPure(tree, names);
  await formatFiles(tree);
  return () => console.log(nextSteps(names));
}

function assertPossible(tree: Tree, { service, root, noun }: SliceNames): void {
  if (tree.read(`${root}/src/service.ts`, 'utf8')?.includes('controllers: [') !== true)
    throw new Error(`There is no service ${service} with controllers.`);
  if (tree.exists(`${root}/src/${noun}`)) {
    throw new Error(`${root}/src/${noun} is there already: add the command to its decider.`);
  }
  if (!contentOf(tree, `${root}/src/database/access.ts`).includes('eventStoreRights.requests')) {
    throw new Error(
      `Requests may not store events in ${service}: give them eventStoreRights.requests in database/access.ts.`,
    );
  }
}

function register(tree: Tree, { root, slice, Command }: SliceNames): void {
  const definition = `${root}/src/service.ts`;
  addImport(tree, definition, `${Command}Controller`, `./${slice}/${slice}.controller.ts`);
  insertAfter(tree, definition, 'controllers: [', `${Command}Controller, `);
}

/** What lies in the noun's folder is pure; a fixture shows that the rule holds there. */
function keepPure(tree: Tree, { service, noun }: SliceNames): void {
  if (contentOf(tree, boundaries).includes(`  '${noun}',\n`)) return;
  insertBefore(tree, boundaries, '];\n\nexport const pureFiles', `  '${noun}',\n`);
  const place = `// at: apps/${service}/src/${noun}/fixture.state.ts\n`;
  const refused = `// refused by: house/pure-domain\nimport type { EntityManager } from 'typeorm';\n\nexport type Store = EntityManager;\n`;
  const allowed = `import type { Decider } from '@ci/domain';\n\nexport type AnyDecider = Decider<unknown, unknown, never>;\n`;
  addFile(tree, `${fixtures}/pure-domain-${noun}.refused.ts`, place + refused);
  addFile(tree, `${fixtures}/pure-domain-${noun}.allowed.ts`, place + allowed);
}

function nextSteps({ service, noun, slice, root }: SliceNames): string {
  return `
${service} has ${slice}. The next steps:
  1. ${root}/src/${noun}: what the ${noun} knows and when it refuses, in the decider and its test.
  2. Who reads it: a projector with its table, and a controller that shows it.
  3. The gateway forwards what its public-routes.ts names; access.ts (libs/contracts/src/console) says what each role may do with it,
     and where ${service} has test/roles.int.spec.ts, that test asks for it.
  4. npm run openapi   writes the new request into docs/openapi.json.`;
}
