import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runJest } from './jest-run.ts';
import type { JestResults } from './report.ts';

const workspace = path.resolve(import.meta.dirname, '../../../..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'native-runner-'));
  symlinkSync(path.join(workspace, 'node_modules'), path.join(folder, 'node_modules'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs test files by the runner of jest.preset.js, in the given order. */
async function runFiles(files: Readonly<Record<string, string>>, namePattern?: string): Promise<JestResults> {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const runner = path.join(workspace, 'tools/dev/jest/native-runner.mjs');
  writeFileSync(path.join(folder, 'jest.config.json'), JSON.stringify({ testMatch: ['**/*.spec.ts'], runner }));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  const results = await runJest({
    workspace: folder,
    folders: ['.'],
    files: Object.keys(files).filter((name) => name.endsWith('.spec.ts')),
    namePattern,
    onLeftOpen: () => undefined,
  });
  if (results === undefined) throw new Error('jest wrote no results');
  return results;
}

const statusOf = (results: JestResults): Readonly<Record<string, string>> =>
  Object.fromEntries(
    results.testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, status }) => [fullName, status]),
    ),
  );

it('a module is loaded once for all files, and environment, timers and spies are put back between them', async () => {
  const results = await runFiles({
    'module.ts': 'export const loaded: { times: number } = { times: 0 };',
    'first.spec.ts': `
      import { loaded } from './module.ts';
      it('changes everything', () => {
        loaded.times += 1;
        process.env.LEFT_BEHIND = 'yes';
        jest.useFakeTimers();
        jest.spyOn(Math, 'random').mockReturnValue(7);
      });`,
    'second.spec.ts': `
      import { loaded } from './module.ts';
      it('finds the module as it was left', () => expect(loaded.times).toBe(1));
      it('finds the environment as it was', () => expect(process.env.LEFT_BEHIND).toBeUndefined());
      it('finds real timers', () => new Promise((resolve) => setTimeout(resolve, 1)));
      it('finds no spy', () => expect(Math.random()).toBeLessThan(1));`,
  });
  expect(statusOf(results)).toEqual({
    'changes everything': 'passed',
    'finds the module as it was left': 'passed',
    'finds the environment as it was': 'passed',
    'finds real timers': 'passed',
    'finds no spy': 'passed',
  });
});

it('a test that hangs, a hook that throws and a file that breaks fail by name, and the files after them run', async () => {
  const results = await runFiles({
    'broken.spec.ts': `throw new Error('broken');`,
    'hangs.spec.ts': `it('never ends', () => new Promise(() => undefined), 50);`,
    'hook.spec.ts': `beforeAll(() => { throw new Error('no database'); }); it('needs it', () => undefined);`,
    'last.spec.ts': `it('runs', () => undefined);`,
  });
  expect(statusOf(results)).toEqual({ 'never ends': 'failed', 'needs it': 'failed', runs: 'passed' });
  const messages = results.testResults.map(({ message }) => message).join('\n');
  expect(messages).toMatch(/Exceeded timeout of 50 ms/);
  expect(messages).toMatch(/no database/);
  expect(messages).toMatch(/broken/);
});

it('a name leaves out the other tests', async () => {
  const results = await runFiles({ 'two.spec.ts': `it('one', () => undefined); it('two', () => undefined);` }, 'two');
  expect(statusOf(results)).toEqual({ one: 'pending', two: 'passed' });
});

it('decorators tell the types of what is injected', async () => {
  const results = await runFiles({
    'types.spec.ts': `
      import 'reflect-metadata';
      class Clock {}
      const injectable = (): ClassDecorator => () => undefined;
      @injectable() class Service { constructor(readonly clock: Clock) {} }
      it('says Clock', () => expect(Reflect.getMetadata('design:paramtypes', Service)).toEqual([Clock]));`,
  });
  expect(statusOf(results)).toEqual({ 'says Clock': 'passed' });
});
