/**
 * `node tools/lint/circles.mjs [FOLDER]`: prints the circles of imports of a workspace as JSON, one list of places a circle. Imports of types count:
 * a reader follows them too. Tests do not count.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';

/** No file imports itself by way of others; no folder does so by way of other folders. */
const forbidden = [
  { name: 'file', severity: 'error', from: {}, to: { circular: true } },
  { name: 'folder', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
];

const sources = ['apps', 'libs', 'tools'];
const left = ['(^|/)(node_modules|dist|compiled|test|fixtures)/', '[.](spec|cases|fixture)[.]tsx?$'];

/** Each circle once: `['a.ts', 'b.ts']` is a.ts → b.ts → a.ts. */
export async function circlesOf(workspace) {
  const options = {
    baseDir: workspace,
    validate: true,
    ruleSet: { forbidden },
    exclude: { path: left },
    doNotFollow: { path: ['node_modules'] },
    tsPreCompilationDeps: true,
  };
  const { output } = await cruise(
    sources.filter((folder) => existsSync(path.join(workspace, folder))),
    options,
  );
  const found = new Map();
  for (const { cycle = [] } of output.summary.violations) {
    const places = cycle.map(({ name }) => name);
    found.set([...places].sort().join('\n'), inOrder(places));
  }
  return [...found.values()].sort();
}

/** Beginning with the place whose name comes first: the same circle, wherever it was entered. */
function inOrder(places) {
  const first = places.indexOf([...places].sort()[0]);
  return [...places.slice(first), ...places.slice(0, first)];
}

if (process.argv[1] === import.meta.filename) {
  const workspace = path.resolve(process.argv[2] ?? '.');
  process.chdir(workspace);
  process.stdout.write(JSON.stringify(await circlesOf(workspace)));
}
