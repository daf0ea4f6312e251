import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { domainFolders, scopeAxis, typeAxis } from './boundaries.mjs';
import house from './house-rules.mjs';

type Found = Readonly<Record<string, readonly { readonly rule: string | null; readonly message: string }[]>>;

const folder = path.join(import.meta.dirname, 'fixtures');
const fixtures = readdirSync(folder).map((file) => file.replace(/\.tsx?$/, ''));
const refused = fixtures.filter((name) => name.endsWith('.refused'));
const allowed = fixtures.filter((name) => name.endsWith('.allowed'));

/** A rule that nothing trips is a rule that may be switched off unnoticed. */
describe('the lint rules', () => {
  let found: Found;

  beforeAll(async () => {
    // In a process of its own: ESLint and Nx load their plugins in ways that Jest's module registry does not know.
    const script = path.join(import.meta.dirname, 'lint-fixtures.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 16 * 1024 * 1024 });
    found = JSON.parse(stdout) as Found;
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
