import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '@ci/testing';
import { runJest } from './jest-run.ts';

const preset = path.resolve(import.meta.dirname, '../../../../jest.preset.js');
const modules = path.resolve(import.meta.dirname, '../../../../node_modules');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jest-run-'));
  symlinkSync(modules, path.join(folder, 'node_modules'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a project of one test through the real jest. */
async function runProject(test: string, { setup = '', endWithinMs = 60_000 } = {}) {
  writeFileSync(path.join(folder, 'one.spec.cjs'), `it('holds', () => { ${test} });`);
  writeFileSync(path.join(folder, 'setup.cjs'), `module.exports = () => { ${setup} };`);
  const config = { testMatch: ['**/*.spec.cjs'], transform: {}, globalSetup: './setup.cjs' };
  writeFileSync(path.join(folder, 'jest.config.json'), JSON.stringify(config));
  const ended: string[] = [];
  const results = await runJest({
    workspace: folder,
    folders: ['.'],
    files: ['one.spec.cjs'],
    namePattern: undefined,
    endWithinMs,
    onLeftOpen: () => ended.push('left open'),
  });
  return { results, ended };
}

it('a jest that a test keeps from ending is ended, with what it has started, and its results are read', async () => {
  const pidFile = path.join(folder, 'child.pid');
  const leaveOpen = `
    setInterval(() => undefined, 1_000);
    const child = require('node:child_process').spawn('sleep', ['600'], { stdio: 'ignore' });
    require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(child.pid));`;
  const { results, ended } = await runProject(leaveOpen, { endWithinMs: 200 });
  expect(results).toMatchObject({ success: true, numPassedTests: 1 });
  expect(ended).toEqual(['left open']);
  const child = Number(readFileSync(pidFile, 'utf8'));
  // A process that a signal ends is seen for a moment yet.
  await until(() => !isAlive(child), { timeoutMs: 10_000, describe: 'what the test has started has ended' });
});

it('a jest that is done leaves before Node waits for what native code holds', async () => {
  const mark = path.join(folder, 'left');
  const watchExit = `
    const exit = process.exit.bind(process);
    process.exit = (code) => {
      require('node:fs').writeFileSync(${JSON.stringify(mark)}, '');
      exit(code);
    };`;
  const { results, ended } = await runProject('', { setup: watchExit });
  expect(results).toMatchObject({ success: true, numPassedTests: 1 });
  expect(ended).toEqual([]);
  expect(existsSync(mark)).toBe(true);
});

it('a run over several projects ends what hangs after as long as a run of one', async () => {
  const { default: settings } = (await import(preset)) as { default: { testTimeout: number } };
  const mark = path.join(folder, 'arguments');
  await runProject(`require('node:fs').writeFileSync(${JSON.stringify(mark)}, JSON.stringify(process.argv));`);
  expect(JSON.parse(readFileSync(mark, 'utf8'))).toContain(`--testTimeout=${String(settings.testTimeout)}`);
});

function isAlive(pid: number): boolean {
  try {
    // A process that was ended and has no parent left to reap it is still in the table.
    return !/^\d+ \(sleep\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
