/**
 * Lints every file in fixtures/ as if it lay where its first line says ("// at: <path>"), with the rules of this
 * repository, and prints what was found as JSON: { "<fixture>": [{ "rule", "message" }] }.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const workspace = path.resolve(import.meta.dirname, '../..');
const fixturesFolder = path.join(import.meta.dirname, 'fixtures');
const graphFolder = path.join(workspace, '.nx/lint-fixtures');

// Nx reads both when it is loaded, which is why it is loaded further down.
process.env.NX_DAEMON = 'false';
process.env.NX_WORKSPACE_DATA_DIRECTORY = graphFolder;
process.chdir(workspace);

/** Projects that exist for the fixtures alone: no real library belongs to one service yet. */
const fixtureProjects = [
  ...['gateway', 'ingestion', 'summarization', 'contacts', 'webhooks', 'console'].map((service) => ({
    name: `fixture-of-${service}`,
    tags: [`scope:${service}`, 'type:pure'],
  })),
  { name: 'fixture-client', tags: ['scope:shared', 'type:client'] },
  { name: 'fixture-tool', tags: ['scope:shared', 'type:tool'] },
  { name: 'fixture-contract', tags: ['scope:shared', 'type:contract'] },
  { name: 'fixture-web', tags: ['scope:shared', 'type:web'] },
];

const fixtures = await readFixtures();
await prepareProjectGraph();
const { ESLint } = await import('eslint');
const eslint = new ESLint({ cwd: workspace, overrideConfig: typesFor(fixtures) });

const found = {};
for (const { name, at, text } of fixtures) {
  const [result] = await eslint.lintText(text, { filePath: path.join(workspace, at) });
  found[name] = result.messages.map(({ ruleId, message }) => ({ rule: ruleId, message }));
}
process.stdout.write(JSON.stringify(found));

async function readFixtures() {
  const files = (await readdir(fixturesFolder)).filter((file) => /\.tsx?$/.test(file));
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(fixturesFolder, file), 'utf8');
      const at = /^\/\/ at: (\S+)$/m.exec(text)?.[1];
      if (at === undefined) throw new Error(`${file} does not say where it would lie ("// at: <path>").`);
      return { name: file.replace(/\.tsx?$/, ''), at, text };
    }),
  );
}

/** The boundary rule reads the project graph from a file: here from a copy that also holds the fixture projects. */
async function prepareProjectGraph() {
  await mkdir(graphFolder, { recursive: true });
  const { createProjectGraphAsync } = await import('@nx/devkit');
  await createProjectGraphAsync({ exitOnError: false });
  const file = path.join(graphFolder, 'project-graph.json');
  const graph = JSON.parse(await readFile(file, 'utf8'));
  for (const { name, tags } of fixtureProjects) {
    const js = { packageName: `@ci/${name}`, packageExports: { '.': '' }, isInPackageManagerWorkspaces: true };
    graph.nodes[name] = { name, type: 'lib', data: { root: `libs/${name}`, tags, targets: {}, metadata: { js } } };
    graph.dependencies[name] = [];
  }
  await writeFile(file, JSON.stringify(graph));
}

/** Most places of the fixtures are empty in the real tree, so no tsconfig lists them. */
function typesFor(files) {
  const places = new Set(files.map(({ at }) => at));
  const allowDefaultProject = [...places].filter((place) => !existsSync(path.join(workspace, place)));
  return {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject,
          defaultProject: 'tsconfig.base.json',
          maximumDefaultProjectFileMatchCount_THIS_WILL_SLOW_DOWN_LINTING: allowDefaultProject.length,
        },
      },
    },
  };
}
