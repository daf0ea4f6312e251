import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importChains } from './import-chain.mjs';

const workspace = mkdtempSync(path.join(tmpdir(), 'import-chain-'));
afterAll(() => rmSync(workspace, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(workspace, file)), { recursive: true });
  writeFileSync(path.join(workspace, file), text);
}

function project(name: string, exports: Readonly<Record<string, string>>): void {
  const sources = Object.entries(exports).map(([entry, source]) => [entry, { '@ci/source': source }]);
  write(`libs/${name}/package.json`, JSON.stringify({ name: `@ci/${name}`, exports: Object.fromEntries(sources) }));
}

project('store', { '.': './src/index.ts', './light': './src/light.ts' });
write('libs/store/src/index.ts', "export { a } from './a.ts';\nexport * from './circle.ts';");
write('libs/store/src/a.ts', "import { b } from '@ci/platform';");
write('libs/store/src/circle.ts', "import './index.ts';");
write('libs/store/src/light.ts', "import type { A } from './a.ts';\nexport type { B } from './a.ts';\nimport 'zod';");
write('libs/store/src/only-types.ts', "import { type A } from './a.ts';");
write('libs/store/src/later.ts', "export const later = () => import('./a.ts');");
project('platform', { '.': './src/index.ts' });
write('libs/platform/src/index.ts', "import 'pg';");

const { importChain } = importChains(workspace);
const chain = (specifier: string) =>
  importChain(specifier, path.join(workspace, 'libs/store/src/any.ts'), (one) => one === 'pg');

const rest = ['libs/store/src/a.ts', '@ci/platform', 'libs/platform/src/index.ts', 'pg'];
it.each([
  ['pg', ['pg']],
  ['@ci/store', ['@ci/store', 'libs/store/src/index.ts', ...rest]],
  ['./later.ts', ['libs/store/src/later.ts', ...rest]],
  ['./only-types.ts', ['libs/store/src/only-types.ts', ...rest]],
  ['@ci/store/light', undefined],
  ['./circle.ts', ['libs/store/src/circle.ts', 'libs/store/src/index.ts', ...rest]],
  ['./nowhere.ts', undefined],
])('from %s it goes through %j', (specifier, expected) => {
  expect(chain(specifier)).toEqual(expected);
});

it('reads a file again that has changed', () => {
  write('libs/store/src/changing.ts', '');
  expect(chain('./changing.ts')).toBeUndefined();
  write('libs/store/src/changing.ts', "import 'pg';");
  utimesSync(path.join(workspace, 'libs/store/src/changing.ts'), 1, 1);
  expect(chain('./changing.ts')).toEqual(['libs/store/src/changing.ts', 'pg']);
});
