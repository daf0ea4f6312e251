import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const script = path.join(import.meta.dirname, 'check.mjs');
const modules = path.resolve(import.meta.dirname, '../../node_modules');
let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'check-')));
  // The packages that are installed here, beside a cache of its own.
  mkdirSync(path.join(folder, 'node_modules'));
  for (const name of readdirSync(modules).filter((each) => each !== '.cache'))
    symlinkSync(path.join(modules, name), path.join(folder, 'node_modules', name));
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2024', types: [], skipLibCheck: true };
  const include = ['libs/*/src'];
  write(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true }, include }),
  );
  write('package.json', '{ "type": "module" }');
  write(
    'eslint.config.mjs',
    `import tseslint from 'typescript-eslint';
     export default [{
       files: ['**/*.ts'],
       plugins: { t: tseslint.plugin },
       languageOptions: { parser: tseslint.parser },
       rules: { 't/no-floating-promises': 'error' },
     }];`,
  );
  write('libs/one/src/called.ts', 'export const called = (): number => 1;');
  write('libs/one/src/caller.ts', "import { called } from './called.ts';\ncalled();");
  write('libs/one/src/alone.ts', 'export const alone = 1;');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

function check(): Promise<{ readonly ok: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, 'tsconfig.json'], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: stdout + stderr }),
    );
  });
}

it('types and lint are checked of what a change reaches, and of nothing else', async () => {
  expect(await check()).toEqual({ ok: true, output: expect.stringContaining('lint of 3 of 3 files') });
  expect(await check()).toEqual({ ok: true, output: expect.stringContaining('lint of 0 of 3 files') });

  write('libs/one/src/called.ts', 'export const called = async (): Promise<number> => 1;');
  const reached = expect.stringMatching(/caller\.ts[^]*no-floating-promises[^]*lint of 2 of 3 files/);
  expect(await check()).toEqual({ ok: false, output: reached });
  // What is not mended is said again.
  expect(await check()).toEqual({ ok: false, output: expect.stringContaining('lint of 1 of 3 files') });

  write('libs/one/src/caller.ts', "import { called } from './called.ts';\nexport const text: string = await called();");
  expect(await check()).toEqual({
    ok: false,
    output: expect.stringContaining("'number' is not assignable to type 'string'"),
  });
  expect(await check()).toEqual({
    ok: false,
    output: expect.stringContaining("'number' is not assignable to type 'string'"),
  });

  write(
    'libs/one/src/caller.ts',
    "import { called } from './called.ts';\nexport const number: number = await called();",
  );
  expect(await check()).toEqual({ ok: true, output: expect.stringContaining('lint of 1 of 3 files') });
  write('tsconfig.other.json', '{}');
  expect(await check()).toEqual({ ok: true, output: expect.stringContaining('lint of 3 of 3 files') });
}, 120_000);
