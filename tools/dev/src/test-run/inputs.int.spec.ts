import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { groupsOutside, readDependencies, readInputs } from './inputs.ts';

let workspace: string;

beforeEach(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'inputs-'));
  execFileSync('git', ['init', '--quiet'], { cwd: workspace });
  for (const file of ['apps/one/src/a.ts', 'apps/two/src/b.ts', 'libs/deep/c.ts', 'docs/d.md', 'package.json'])
    write(file, 'export {};');
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.join(workspace, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(workspace, file), text);
}

async function keyOfOne(environment: readonly string[] = []): Promise<string> {
  const keyOf = await readInputs(workspace, environment, (name) => (name === 'one' ? ['libs/deep'] : []));
  return keyOf({ name: 'one', folder: 'apps/one' });
}

/** Files whose change makes it another key. */
async function filesThatCount(files: readonly string[]): Promise<readonly string[]> {
  const counting: string[] = [];
  for (const file of files) {
    const before = await keyOfOne();
    write(file, `export const changed = ${String(counting.length)};`);
    if ((await keyOfOne()) !== before) counting.push(file);
  }
  return counting;
}

const candidates = [
  'apps/one/src/new.ts',
  'apps/two/src/b.ts',
  'libs/deep/c.ts',
  'libs/testing/e.ts',
  'docs/d.md',
  'package.json',
];

describe('what the result of a test can depend on', () => {
  it('is its project, those that this one depends on, the library for tests and the files at the root', async () => {
    expect(await filesThatCount(candidates)).toEqual([
      'apps/one/src/new.ts',
      'libs/deep/c.ts',
      'libs/testing/e.ts',
      'package.json',
    ]);
  });

  it('is a folder, too, that a path in the project leads to', async () => {
    write('apps/one/src/a.ts', "new URL('../../../docs/d.md', import.meta.url);");
    expect(await filesThatCount(candidates)).toContain('docs/d.md');
  });

  it('is everything where a path leads to the root or out of the workspace', async () => {
    for (const away of ['../../..', '../../../../shared/samples/']) {
      write('apps/one/src/a.ts', `path.resolve(import.meta.dirname, '${away}');`);
      expect(await filesThatCount(['apps/two/src/b.ts'])).toEqual(['apps/two/src/b.ts']);
      write('apps/two/src/b.ts', 'export {};');
    }
  });

  it('is what the environment says, too; a file that was deleted and is still tracked counts as empty', async () => {
    expect(await keyOfOne(['true'])).not.toBe(await keyOfOne());
    execFileSync('git', ['add', '.'], { cwd: workspace });
    const before = await keyOfOne();
    rmSync(path.join(workspace, 'libs/deep/c.ts'));
    expect(await keyOfOne()).not.toBe(before);
  });

  it('follows the dependencies that Nx knows, however deep', async () => {
    const dependencies = await readDependencies(path.resolve(import.meta.dirname, '../../../..'));
    expect(dependencies('contacts')).toEqual(expect.arrayContaining(['libs/messaging', 'libs/http', 'libs/errors']));
    expect(dependencies('domain')).toEqual([]);
  });
});

describe('paths that lead out of a project', () => {
  it('are found in any quotes, and told from those that stay in it', () => {
    const text = '\'../other.ts\' "../../../../libs/transcripts/fixtures/" `../../../../tools/lab/${name}`';
    expect(groupsOutside('apps/one', 'apps/one/src/deep/a.ts', text)).toEqual(['libs/transcripts', 'tools/lab']);
  });
});
