import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { copyWorkspace, type WorkspaceCopy } from '@ci/testing';
import { domainFolders, scopeAxis, typeAxis } from './boundaries.mjs';
import house from './house-rules.mjs';

type Found = Readonly<Record<string, readonly { readonly rule: string; readonly message: string }[]>>;

const folder = path.join(import.meta.dirname, 'fixtures');
const fixtures = readdirSync(folder).map((file) => file.replace(/\.tsx?$/, ''));
const refused = fixtures.filter((name) => name.endsWith('.refused'));
const allowed = fixtures.filter((name) => name.endsWith('.allowed'));

/** A rule that nothing trips is a rule that may be switched off unnoticed. */
describe('the lint rules', () => {
  let found: Found;

  beforeAll(async () => {
    const copy = await copyWorkspace();
    try {
      await addFixtureProjects(copy);
      // A fixture and its twin lie at the same place.
      found = { ...(await lint(copy, refused)), ...(await lint(copy, allowed)) };
    } finally {
      await copy.remove();
    }
  }, 180_000);

  it.each(refused)('refuse %s, by the rule it names and no other', (name) => {
    const rules = new Set(found[name]?.map(({ rule }) => rule));
    expect([...rules].sort()).toEqual(rulesNamedIn(name).sort());
  });

  it.each(allowed)('let %s pass', (name) => {
    expect(found[name]).toEqual([]);
  });

  it('show by which imports a pure file reaches what the domain does not know', () => {
    const messages = found['pure-domain-chain.refused']?.map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringMatching(
        /^The domain does not know \S+: @ci\/event-store → libs\/event-store\/src\/index\.ts → \S+ → .+\.$/,
      ),
    ]);
  });

  it('have for each refused fixture a twin that passes', () => {
    expect(allowed.map(stem)).toEqual(refused.map(stem));
  });

  it.each([...scopeAxis, ...typeAxis].map(tagsOf))('have a fixture for the boundary of %s', (tags) => {
    const messages = refused.flatMap((name) => found[name] ?? []).map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining(`A project tagged with ${tags} `));
  });

  it.each(Object.keys(house.rules))('have a fixture for house/%s', (rule) => {
    expect(refused.flatMap(rulesNamedIn)).toContain(`house/${rule}`);
  });

  it.each(domainFolders)('have a fixture for the domain folder %s', (domain) => {
    const places = refused.filter((name) => rulesNamedIn(name).includes('house/pure-domain')).map(placeOf);
    expect(places).toContainEqual(expect.stringContaining(`/src/${domain}/`));
  });
});

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

/** The boundary rule reads the project graph from Nx's cache. */
async function addFixtureProjects(copy: WorkspaceCopy): Promise<void> {
  await copy.run('nx', ['show', 'projects']);
  const file = path.join(copy.folder, '.nx/workspace-data/project-graph.json');
  const graph = JSON.parse(await readFile(file, 'utf8'));
  for (const { name, tags } of fixtureProjects) {
    const js = { packageName: `@ci/${name}`, packageExports: { '.': '' }, isInPackageManagerWorkspaces: true };
    graph.nodes[name] = { name, type: 'lib', data: { root: `libs/${name}`, tags, targets: {}, metadata: { js } } };
    graph.dependencies[name] = [];
  }
  await writeFile(file, JSON.stringify(graph));
  // What the fixture projects would export, the compiler cannot find.
  await writeFile(
    path.join(copy.folder, 'fixtures.config.ts'),
    `import config from './oxlint.config.ts';
     export default { ...config, options: { ...config.options, typeCheck: false } };`,
  );
}

/** Each fixture as if it lay where its first line says ("// at: <path>"). */
async function lint(copy: WorkspaceCopy, names: readonly string[]): Promise<Found> {
  for (const name of names) {
    await mkdir(path.dirname(path.join(copy.folder, placeOf(name))), { recursive: true });
    await writeFile(path.join(copy.folder, placeOf(name)), textOf(name));
  }
  // It exits with 1 where it finds something.
  const places = names.map(placeOf).join(' ');
  const output = await copy.run('sh', ['-c', `oxlint -c fixtures.config.ts --format json ${places} || true`]);
  const { diagnostics } = JSON.parse(output) as {
    readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly filename: string }[];
  };
  return Object.fromEntries(
    names.map((name) => [
      name,
      diagnostics
        .filter(({ filename }) => path.resolve(copy.folder, filename) === path.join(copy.folder, placeOf(name)))
        .map(({ code, message }) => ({ rule: nameOf(code), message })),
    ]),
  );
}

/** `typescript(no-explicit-any)` is `typescript/no-explicit-any`, `eslint(no-console)` is `no-console`. */
function nameOf(code: string): string {
  const [, plugin = '', rule = ''] = /^(.+)\((.+)\)$/.exec(code) ?? [];
  return plugin === 'eslint' ? rule : `${plugin}/${rule}`;
}

function rulesNamedIn(name: string): string[] {
  return (/^\/\/ refused by: (.+)$/m.exec(textOf(name))?.[1] ?? '').split(', ');
}

function placeOf(name: string): string {
  return /^\/\/ at: (\S+)$/m.exec(textOf(name))?.[1] ?? '';
}

function textOf(name: string): string {
  const file = path.join(folder, `${name}.ts`);
  return readFileSync(existsSync(file) ? file : `${file}x`, 'utf8');
}

function stem(name: string): string {
  return name.replace(/\.(refused|allowed)$/, '');
}

function tagsOf({ sourceTag, allSourceTags }: (typeof scopeAxis)[number]): string {
  return (allSourceTags ?? [sourceTag ?? '']).map((tag) => `"${tag}"`).join(' and ');
}
